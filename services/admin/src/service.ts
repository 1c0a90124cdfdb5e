import type { ServiceDefinition } from '@filemill/service';
import { AdministratorGuard } from './administrators/administrator.guard.js';
import { AppModule } from './app.module.js';
import { ADMIN_CONFIG, type AdminConfig, loadAdminConfig } from './config.js';
import { adminDatabase } from './database.js';

/** What the chassis needs to run this service. */
export const adminService: ServiceDefinition<AdminConfig> = {
  name: 'admin',
  loadConfig: loadAdminConfig,
  config: ADMIN_CONFIG,
  database: adminDatabase,
  clients: ['accounts', 'billing', 'usage'],
  module: AppModule,
  guard: AdministratorGuard,
};
