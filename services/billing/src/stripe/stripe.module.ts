import { Global, Module } from '@nestjs/common';
import { StripeApi } from './stripe-api.js';
import { StripeWebhooks } from './stripe-webhooks.js';

/** Stripe's API and the check of its events. */
@Global()
@Module({ providers: [StripeApi, StripeWebhooks], exports: [StripeApi, StripeWebhooks] })
export class StripeModule {}
