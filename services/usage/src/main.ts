import { runService } from '@filemill/service';
import { usageService } from './service.js';

await runService(usageService);
