import { bootstrap } from '@filemill/platform';
import { loadUsageConfig } from './config.js';
import { RetentionService } from './retention/retention.service.js';
import { createServer } from './server.js';

await bootstrap('usage', async (runtime) => {
  const app = await createServer(runtime, loadUsageConfig());
  await app.listen();
  app.get(RetentionService).start();
  return app;
});
