import { bootstrap } from '@filemill/platform';
import { loadAccountsConfig } from './config.js';
import { HousekeepingService } from './housekeeping/housekeeping.service.js';
import { createServer } from './server.js';

await bootstrap('accounts', async (runtime) => {
  const app = await createServer(runtime, loadAccountsConfig());
  await app.listen();
  app.get(HousekeepingService).start();
  return app;
});
