import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { z } from 'zod';
import type { billingConfig } from './config.js';
import { billingDatabase } from './database.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** The values of `billingConfig`. */
export type BillingConfig = z.infer<z.ZodObject<typeof billingConfig>>;

/** The billing service: the only part that grants or ends Pro. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: BillingConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(billingDatabase, {
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL_SIZE,
        }),
        SubscriptionsModule,
      ],
    };
  }
}
