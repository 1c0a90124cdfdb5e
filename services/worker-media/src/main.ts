import { startWorker } from '@filemill/worker';

await startWorker({ name: 'worker-media', engines: new URL('./engines/', import.meta.url) });
