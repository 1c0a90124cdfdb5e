import { BILLING, type BillingClient } from '@filemill/contracts';
import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiRoute } from '../http/api-route.js';
import { webhookHeaders } from './billing.dto.js';

/** Where Stripe sends its events. */
export const WEBHOOK_ROUTE = '/api/billing/webhook';

/** Passes Stripe's events on, byte for byte; billing alone says whether they are Stripe's. */
@Controller()
export class WebhookController {
  constructor(@Inject(BILLING) private readonly billing: BillingClient) {}

  @Post(WEBHOOK_ROUTE)
  @ApiRoute({
    id: 'receiveStripeEvent',
    tag: 'Billing',
    summary: 'For Stripe alone: an event, signed over the bytes of the body',
    callers: [],
    headers: webhookHeaders,
    body: { 'application/json': 'binary' },
    answers: { 200: 'Stored; once by its id, however often it comes' },
    errors: ['INVALID_REQUEST'],
  })
  @HttpCode(200)
  async receive(@Body() body: unknown, @Headers('stripe-signature') signature = ''): Promise<void> {
    // Without a body there is no Buffer; no signature is good for that.
    await this.billing.receiveWebhook({ body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature });
  }
}
