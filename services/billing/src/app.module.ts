import { BackgroundLoops, LocksModule, type ServiceDefinition } from '@filemill/service';
import { Module } from '@nestjs/common';
import { BackgroundService } from './background/background.service.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { BILLING_CONFIG, type BillingConfig, loadBillingConfig } from './config.js';
import { CustomersRepository } from './customers/customers.repository.js';
import { billingDatabase } from './database.js';
import { EntitlementsRepository } from './entitlements/entitlements.repository.js';
import { EntitlementsService } from './entitlements/entitlements.service.js';
import { FiguresRepository } from './figures/figures.repository.js';
import { FiguresService } from './figures/figures.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { GrantsService } from './grants/grants.service.js';
import { BillingMetrics } from './metrics.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { OutboxService } from './outbox/outbox.service.js';
import { PricesService } from './prices/prices.service.js';
import { DifferencesService } from './reconciliation/differences.service.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { RunsRepository } from './reconciliation/runs.repository.js';
import { RevenueController } from './revenue/revenue.controller.js';
import { RevenueRepository } from './revenue/revenue.repository.js';
import { StripeApi } from './stripe/stripe-api.js';
import { StripeWebhooks } from './stripe/stripe-webhooks.js';
import { InboxService } from './stripe-events/inbox.service.js';
import { StripeEventsRepository } from './stripe-events/stripe-events.repository.js';
import { SubscriptionsController } from './subscription-management/subscriptions.controller.js';
import { SubscriptionsService } from './subscription-management/subscriptions.service.js';
import { SubscriptionsRepository } from './subscriptions/subscriptions.repository.js';
import { CustomerReader } from './sync/customer-reader.js';
import { CustomerSync } from './sync/customer-sync.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** The billing service: the only part that grants or ends Pro. Each folder next to this file is one part of its rules. */
@Module({
  imports: [LocksModule],
  controllers: [
    CheckoutController,
    GrantsController,
    RevenueController,
    SubscriptionsController,
    UsersController,
    WebhooksController,
  ],
  providers: [
    BackgroundService,
    { provide: BackgroundLoops, useExisting: BackgroundService },
    BillingMetrics,
    CheckoutService,
    CustomerReader,
    CustomerSync,
    CustomersRepository,
    DifferencesService,
    EntitlementsRepository,
    EntitlementsService,
    FiguresRepository,
    FiguresService,
    GrantsService,
    InboxService,
    OutboxRepository,
    OutboxService,
    PricesService,
    ReconciliationService,
    RevenueRepository,
    RunsRepository,
    StripeApi,
    StripeEventsRepository,
    StripeWebhooks,
    SubscriptionsRepository,
    SubscriptionsService,
    UsersService,
  ],
})
class AppModule {}

/** What the chassis needs to run this service. */
export const billingService: ServiceDefinition<BillingConfig> = {
  name: 'billing',
  loadConfig: loadBillingConfig,
  config: BILLING_CONFIG,
  database: billingDatabase,
  clients: ['accounts', 'usage'],
  module: AppModule,
};
