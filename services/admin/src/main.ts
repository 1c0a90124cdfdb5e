import { bootstrap } from '@filemill/platform';
import { startGrpcServer } from '@filemill/service';
import { loadAdminConfig } from './config.js';
import { adminServer } from './server.js';

await bootstrap('admin', (runtime) => startGrpcServer(adminServer(runtime, loadAdminConfig())));
