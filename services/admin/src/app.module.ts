import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AdministratorGuard } from './administrators/administrator.guard.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { ClientsModule } from './clients/clients.module.js';
import type { AdminConfig } from './config.js';
import { ConversionsController } from './conversions/conversions.controller.js';
import { adminDatabase } from './database.js';
import { SettingsModule } from './settings/settings.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { SystemModule } from './system/system.module.js';
import { UsersModule } from './users/users.module.js';

/** The admin service: views and actions of administrators, and the audit log. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: AdminConfig): DynamicModule {
    const connection = { url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE };
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(adminDatabase, connection),
        ClientsModule.register(config),
        AuditLogModule,
        UsersModule,
        SettingsModule,
        StatisticsModule,
        SystemModule,
      ],
      controllers: [ConversionsController],
      providers: [AdministratorGuard],
    };
  }
}
