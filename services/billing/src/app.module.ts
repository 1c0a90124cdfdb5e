import { LocksModule } from '@filemill/service';
import { Global, Module } from '@nestjs/common';
import { ApiModule } from './api.module.js';
import { FiguresModule } from './figures/figures.module.js';
import { BillingMetrics } from './metrics.js';
import { StripeModule } from './stripe/stripe.module.js';

/** The billing service: the only part that grants or ends Pro. Each folder beside this file is one part of its rules. */
@Global()
@Module({
  imports: [LocksModule, StripeModule, ApiModule, FiguresModule],
  providers: [BillingMetrics],
  exports: [BillingMetrics],
})
export class AppModule {}
