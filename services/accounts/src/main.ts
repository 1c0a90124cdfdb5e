import { runService } from '@filemill/service';
import { accountsService } from './app.module.js';

await runService(accountsService);
