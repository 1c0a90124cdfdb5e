import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** Every metric of this service. Labels come from closed sets. */
@Injectable()
export class BillingMetrics {
  readonly webhooks: Counter<'outcome'>;
  readonly eventSeconds: Histogram;
  readonly reconciled: Counter;
  readonly reconciliationLastRun: Gauge;

  constructor(@Inject(RUNTIME) { ops }: Runtime) {
    const registers = [ops.registry];
    this.webhooks = new Counter({
      name: 'stripe_webhooks_total',
      help: 'Calls of the webhook: stored, duplicate, or refused for their signature',
      labelNames: ['outcome'],
      registers,
    });
    this.eventSeconds = new Histogram({
      name: 'stripe_event_processing_seconds',
      help: 'From the storing of an event until what it is about was read again and committed',
      buckets: [0.05, 0.2, 1, 5, 15, 60, 300, 3_600],
      registers,
    });
    this.reconciled = new Counter({
      name: 'reconciliation_mended_customers_total',
      help: 'Customers of whom the nightly comparison with Stripe found something that no event had told',
      registers,
    });
    this.reconciliationLastRun = new Gauge({
      name: 'reconciliation_last_run_timestamp_seconds',
      help: 'When this instance last compared everything with Stripe; the newest of all instances must be recent',
      registers,
    });
  }
}
