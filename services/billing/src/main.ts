import { runService } from '@filemill/service';
import { billingService } from './service.js';

await runService(billingService);
