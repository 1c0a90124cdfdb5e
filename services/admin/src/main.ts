import { bootstrap, loadConfig } from '@filemill/platform';
import { adminConfig } from './config.js';
import { startAdmin } from './start.js';

await bootstrap('admin', (runtime) => startAdmin(runtime, loadConfig(adminConfig)));
