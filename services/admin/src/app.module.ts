import { Global, Module } from '@nestjs/common';
import { AdministratorGuard } from './administrators/administrator.guard.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { ConversionsController } from './conversions/conversions.controller.js';
import { SettingsModule } from './settings/settings.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { SystemModule } from './system/system.module.js';
import { Usernames } from './usernames.service.js';
import { UsersModule } from './users/users.module.js';

/** The admin service: views and actions of administrators, and the audit log. */
@Global()
@Module({
  imports: [AuditLogModule, UsersModule, SettingsModule, StatisticsModule, SystemModule],
  controllers: [ConversionsController],
  providers: [AdministratorGuard, Usernames],
  exports: [Usernames],
})
export class AppModule {}
