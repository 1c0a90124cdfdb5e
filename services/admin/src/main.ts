import { runService } from '@filemill/service';
import { adminService } from './service.js';

await runService(adminService);
