import { billingApi } from '@filemill/api';
import { BILLING, type BillingClient } from '@filemill/contracts';
import { Body, Controller, Headers, HttpCode, Inject } from '@nestjs/common';
import { Handles } from '../http/handles.js';

/** Passes Stripe's events on unchanged; only billing verifies them. */
@Controller()
export class WebhookController {
  constructor(@Inject(BILLING) private readonly billing: BillingClient) {}

  @Handles(billingApi.receiveStripeEvent)
  @HttpCode(200)
  async receive(@Body() body: unknown, @Headers('stripe-signature') signature = ''): Promise<void> {
    // Without a body there is no Buffer, and no valid signature.
    await this.billing.receiveWebhook({ body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature });
  }
}
