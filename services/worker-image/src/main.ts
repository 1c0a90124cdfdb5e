import { startWorker } from '@filemill/worker';

await startWorker({ name: 'worker-image', engines: new URL('./engines/', import.meta.url) });
