import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { z } from 'zod';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import type { adminConfig } from './config.js';
import { adminDatabase } from './database.js';

/** The values of `adminConfig`. */
export type AdminConfig = z.infer<z.ZodObject<typeof adminConfig>>;

/** The admin service: what operators do, and the record of it. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: AdminConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(adminDatabase, {
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL_SIZE,
        }),
        AuditLogModule,
      ],
    };
  }
}
