import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AdministrationModule } from './administration/administration.module.js';
import type { AccountsConfig } from './config.js';
import { accountsDatabase } from './database.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { ResetsModule } from './resets/resets.module.js';
import { SignInModule } from './sessions/sign-in.module.js';
import { UsersModule } from './users/users.module.js';

/** The accounts service: who is this, on which plan. Each folder beside this file is one part of its rules. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: AccountsConfig): DynamicModule {
    const connection = { url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE };
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(accountsDatabase, connection),
        InfrastructureModule.register(config),
        IdentityModule,
        SignInModule,
        UsersModule,
        ResetsModule,
        AdministrationModule,
        HousekeepingModule,
      ],
    };
  }
}
