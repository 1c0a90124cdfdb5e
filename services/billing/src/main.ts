import { runService } from '@filemill/service';
import { billingService } from './app.module.js';

await runService(billingService);
