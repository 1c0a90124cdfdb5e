import { bootstrap } from '@filemill/platform';
import { startGrpcServer } from '@filemill/service';
import { loadAccountsConfig } from './config.js';
import { accountsServer } from './server.js';

await bootstrap('accounts', (runtime) => startGrpcServer(accountsServer(runtime, loadAccountsConfig())));
