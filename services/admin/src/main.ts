import { bootstrap } from '@filemill/platform';
import { loadAdminConfig } from './config.js';
import { startAdmin } from './start.js';

await bootstrap('admin', (runtime) => startAdmin(runtime, loadAdminConfig()));
