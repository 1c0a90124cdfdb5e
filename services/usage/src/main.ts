import { runService } from '@filemill/service';
import { usageService } from './app.module.js';

await runService(usageService);
