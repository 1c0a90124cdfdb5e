import { bootstrap, loadConfig } from '@filemill/platform';
import { billingConfig } from './config.js';
import { startBilling } from './start.js';

await bootstrap('billing', (runtime) => startBilling(runtime, loadConfig(billingConfig)));
