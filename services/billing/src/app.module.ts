import { ServiceClientsModule } from '@filemill/contracts';
import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { LocksModule } from '@filemill/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { ApiModule } from './api.module.js';
import { BILLING_CONFIG, type BillingConfig } from './config.js';
import { billingDatabase } from './database.js';
import { FiguresModule } from './figures/figures.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { StripeModule } from './stripe/stripe.module.js';

/** The billing service: the only part that grants or ends Pro. Each folder next to this file is one part of its rules. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: BillingConfig): DynamicModule {
    const connection = { url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE };
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(billingDatabase, connection),
        InfrastructureModule.register(config),
        ServiceClientsModule.register('billing', ['accounts', 'usage'], BILLING_CONFIG),
        LocksModule,
        StripeModule,
        ApiModule,
        FiguresModule,
      ],
    };
  }
}
