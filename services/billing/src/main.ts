import { bootstrap } from '@filemill/platform';
import { startGrpcServer } from '@filemill/service';
import { loadBillingConfig } from './config.js';
import { billingServer } from './server.js';

await bootstrap('billing', (runtime) => startGrpcServer(billingServer(runtime, loadBillingConfig())));
