import { runService } from '@filemill/service';
import { adminService } from './app.module.js';

await runService(adminService);
