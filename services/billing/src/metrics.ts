import { RUNTIME, type Runtime, SharedFigures, startCounterAtZero } from '@filemill/platform';
import { OutboxMetrics } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** Every metric of this service. Labels come from closed sets. */
@Injectable()
export class BillingMetrics {
  readonly webhooks: Counter<'outcome'>;
  readonly eventSeconds: Histogram;
  readonly reconciled: Counter;
  readonly reconciliationLastRun: Gauge;

  readonly shared: SharedFigures;
  readonly inboxEvents: Gauge;
  readonly inboxAgeSeconds: Gauge;
  readonly outbox: OutboxMetrics;
  readonly subscriptions: Gauge;
  readonly revenueToday: Gauge;

  constructor(@Inject(RUNTIME) runtime: Runtime) {
    const registers = [runtime.ops.registry];
    this.webhooks = new Counter({
      name: 'stripe_webhooks_total',
      help: 'Calls of the webhook: stored, duplicate, or refused for their signature',
      labelNames: ['outcome'],
      registers,
    });
    startCounterAtZero(this.webhooks, { outcome: ['stored', 'duplicate', 'refused'] });
    this.eventSeconds = new Histogram({
      name: 'stripe_event_processing_seconds',
      help: 'From the storing of an event until what it is about was read again and committed',
      buckets: [0.05, 0.2, 1, 5, 15, 60, 300, 3_600],
      registers,
    });
    this.reconciled = new Counter({
      name: 'reconciliation_mended_customers_total',
      help: 'Customers for whom the nightly comparison with Stripe found a change that no event had reported',
      registers,
    });
    this.reconciliationLastRun = new Gauge({
      name: 'reconciliation_last_run_timestamp_seconds',
      help: 'When this instance last compared everything with Stripe; the newest of all instances must be recent',
      registers,
    });
    this.shared = new SharedFigures(runtime);
    const shared = this.shared.gauge.bind(this.shared);
    this.inboxEvents = shared('stripe_inbox_events', 'Events stored and not yet processed');
    this.inboxAgeSeconds = shared(
      'stripe_inbox_oldest_age_seconds',
      'Age of the oldest event that is not yet processed; 0 without one',
    );
    this.outbox = new OutboxMetrics(runtime.ops.registry, this.shared);
    this.subscriptions = shared('subscriptions_active', 'Subscriptions and grants that are not over', [
      ...['source', 'state'],
    ]);
    this.revenueToday = shared(
      'revenue_today_minor',
      'Paid invoices and refunds of the running UTC day, in the smallest unit of the currency',
      ['currency', 'movement'],
    );
  }
}
