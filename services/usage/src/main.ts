import { bootstrap } from '@filemill/platform';
import { startGrpcServer } from '@filemill/service';
import { loadUsageConfig } from './config.js';
import { usageServer } from './server.js';

await bootstrap('usage', (runtime) => startGrpcServer(usageServer(runtime, loadUsageConfig())));
