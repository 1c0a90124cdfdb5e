import { Global, Module } from '@nestjs/common';
import { StripeApi } from './stripe-api.js';
import { StripeWebhooks } from './stripe-webhooks.js';

/** Stripe's API and webhook signatures. */
@Global()
@Module({ providers: [StripeApi, StripeWebhooks], exports: [StripeApi, StripeWebhooks] })
export class StripeModule {}
