import type { billing } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { BackgroundService } from '../background/background.service.js';
import { BillingMetrics } from '../metrics.js';
import { StripeWebhooks } from '../stripe/stripe-webhooks.js';
import { StripeEventsRepository } from '../stripe-events/stripe-events.repository.js';
import { subjectOf } from '../stripe-events/subject.js';

const receiveSchema = z.object({ body: z.custom<Buffer>(Buffer.isBuffer), signature: z.string() });

/** Receives Stripe's events. */
@Controller()
export class WebhooksController implements Pick<billing.BillingService, 'receiveWebhook'> {
  private readonly clock: Clock;

  constructor(
    private readonly webhooks: StripeWebhooks,
    private readonly events: StripeEventsRepository,
    private readonly background: BackgroundService,
    private readonly metrics: BillingMetrics,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  /** Stores the event and acknowledges it; Stripe is read afterwards. */
  @GrpcMethod('BillingService', 'ReceiveWebhook')
  async receiveWebhook(
    @Payload(new ZodPipe(receiveSchema)) { body, signature }: z.infer<typeof receiveSchema>,
  ): Promise<billing.ReceiveWebhookResponse> {
    const { id, type, data } = this.verify(body, signature);
    const receivedAt = new Date(this.clock.nowMs());
    const isNew = await this.events.add({ id, type, ...subjectOf(data.object) }, receivedAt);
    this.metrics.webhooks.inc({ outcome: isNew ? 'stored' : 'duplicate' });
    if (isNew) this.background.wakeInbox();
    return {};
  }

  private verify(body: Buffer, signature: string) {
    try {
      return this.webhooks.verify(body, signature);
    } catch (error) {
      if (AppError.from(error).code === 'INVALID_REQUEST') this.metrics.webhooks.inc({ outcome: 'refused' });
      throw error;
    }
  }
}
