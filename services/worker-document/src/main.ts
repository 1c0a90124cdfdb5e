import { startWorker } from '@filemill/worker';

await startWorker({ name: 'worker-document', engines: new URL('./engines/', import.meta.url) });
