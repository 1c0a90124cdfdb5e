import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { z } from 'zod';
import type { accountsConfig } from './config.js';
import { accountsDatabase } from './database.js';
import { IdentityModule } from './identity/identity.module.js';

/** The values of `accountsConfig`. */
export type AccountsConfig = z.infer<z.ZodObject<typeof accountsConfig>>;

/** The accounts service: who is this, on which plan. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: AccountsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(accountsDatabase, {
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL_SIZE,
        }),
        IdentityModule,
      ],
    };
  }
}
