import { bootstrap, loadConfig } from '@filemill/platform';
import { accountsConfig } from './config.js';
import { startAccounts } from './start.js';

await bootstrap('accounts', (runtime) => startAccounts(runtime, loadConfig(accountsConfig)));
