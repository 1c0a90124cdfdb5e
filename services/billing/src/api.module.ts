import { Module } from '@nestjs/common';
import { BackgroundModule } from './background/background.module.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { GrantsService } from './grants/grants.service.js';
import { PricesService } from './prices/prices.service.js';
import { RevenueController } from './revenue/revenue.controller.js';
import { SubscriptionsController } from './subscription-management/subscriptions.controller.js';
import { SubscriptionsService } from './subscription-management/subscriptions.service.js';
import { SyncModule } from './sync/sync.module.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** All rpcs of this service. */
@Module({
  imports: [SyncModule, BackgroundModule],
  controllers: [
    CheckoutController,
    GrantsController,
    RevenueController,
    SubscriptionsController,
    UsersController,
    WebhooksController,
  ],
  providers: [CheckoutService, PricesService, GrantsService, SubscriptionsService, UsersService],
})
export class ApiModule {}
