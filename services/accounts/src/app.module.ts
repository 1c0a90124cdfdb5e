import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AdministrationModule } from './administration/administration.module.js';
import { BackgroundModule } from './background/background.module.js';
import type { AccountsConfig } from './config.js';
import { accountsDatabase } from './database.js';
import { IdentityModule } from './identity/identity.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { ResetsModule } from './resets/resets.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';

/** The accounts service: users, credentials and plans. Each folder next to this file is one part of its rules. */
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
        ProfileModule,
        ResetsModule,
        AdministrationModule,
        BackgroundModule,
      ],
    };
  }
}
