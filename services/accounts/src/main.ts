import { runService } from '@filemill/service';
import { accountsService } from './service.js';

await runService(accountsService);
