import type { ServiceDefinition } from '@filemill/service';
import { Module } from '@nestjs/common';
import { AdministratorGuard } from './administrators/administrator.guard.js';
import { AuditEntriesRepository } from './audit-entries/audit-entries.repository.js';
import { AuditLogController } from './audit-log/audit-log.controller.js';
import { AuditLogService } from './audit-log/audit-log.service.js';
import { ADMIN_CONFIG, type AdminConfig, loadAdminConfig } from './config.js';
import { ConversionsController } from './conversions/conversions.controller.js';
import { adminDatabase } from './database.js';
import { DatabaseRepository } from './measurements/database.repository.js';
import { GatewayResponseTimes } from './measurements/gateway-response-times.js';
import { Samples } from './measurements/samples.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { StatisticsService } from './statistics/statistics.service.js';
import { SystemController } from './system/system.controller.js';
import { SystemService } from './system/system.service.js';
import { Usernames } from './usernames.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/** The admin service: views and actions of administrators, and the audit log. */
@Module({
  controllers: [
    AuditLogController,
    ConversionsController,
    SettingsController,
    StatisticsController,
    SystemController,
    UsersController,
  ],
  providers: [
    AdministratorGuard,
    AuditEntriesRepository,
    AuditLogService,
    DatabaseRepository,
    GatewayResponseTimes,
    Samples,
    SettingsService,
    StatisticsService,
    SystemService,
    Usernames,
    UsersService,
  ],
})
class AppModule {}

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
