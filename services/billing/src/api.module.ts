import { Module } from '@nestjs/common';
import { BeatsModule } from './beats/beats.module.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { PricesService } from './checkout/prices.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { GrantsService } from './grants/grants.service.js';
import { RevenueController } from './revenue/revenue.controller.js';
import { WebhooksController } from './stripe-events/webhooks.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { SyncModule } from './sync/sync.module.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/** Every rpc of this service. */
@Module({
  imports: [SyncModule, BeatsModule],
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
