import { LocksModule } from '@filemill/service';
import { Global, Module } from '@nestjs/common';
import { BackgroundModule } from './background/background.module.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { FiguresRepository } from './figures/figures.repository.js';
import { FiguresService } from './figures/figures.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { GrantsService } from './grants/grants.service.js';
import { BillingMetrics } from './metrics.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { PricesService } from './prices/prices.service.js';
import { RevenueController } from './revenue/revenue.controller.js';
import { StripeApi } from './stripe/stripe-api.js';
import { StripeWebhooks } from './stripe/stripe-webhooks.js';
import { StripeEventsRepository } from './stripe-events/stripe-events.repository.js';
import { SubscriptionsController } from './subscription-management/subscriptions.controller.js';
import { SubscriptionsService } from './subscription-management/subscriptions.service.js';
import { SyncModule } from './sync/sync.module.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** What every part of this service may inject. */
const SHARED = [BillingMetrics, OutboxRepository, StripeApi, StripeEventsRepository, StripeWebhooks];

/** The billing service: the only part that grants or ends Pro. Each folder next to this file is one part of its rules. */
@Global()
@Module({
  imports: [LocksModule, SyncModule, BackgroundModule],
  controllers: [
    CheckoutController,
    GrantsController,
    RevenueController,
    SubscriptionsController,
    UsersController,
    WebhooksController,
  ],
  providers: [
    ...SHARED,
    CheckoutService,
    FiguresRepository,
    FiguresService,
    GrantsService,
    PricesService,
    SubscriptionsService,
    UsersService,
  ],
  exports: SHARED,
})
export class AppModule {}
