import { bootstrap } from '@filemill/platform';
import { loadGatewayConfig } from './config.js';
import { startGateway } from './server/start.js';

await bootstrap('gateway', (runtime) => startGateway(runtime, loadGatewayConfig()));
