import { bootstrap } from '@filemill/platform';
import { loadBillingConfig } from './config.js';
import { startBilling } from './start.js';

await bootstrap('billing', (runtime) => startBilling(runtime, loadBillingConfig()));
