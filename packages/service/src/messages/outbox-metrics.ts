import type { Figure, SharedFigures } from '@filemill/platform';
import { Counter, type Gauge, type Registry } from 'prom-client';
import type { Backlog } from './message-table.js';

/** Metrics of the messages to other services. */
export class OutboxMetrics {
  readonly deliveries: Counter<'receiver' | 'kind' | 'outcome'>;
  private readonly messages: Gauge;
  private readonly ageSeconds: Gauge;

  constructor(registry: Registry, shared: SharedFigures) {
    this.deliveries = new Counter({
      name: 'outbox_deliveries_total',
      help: 'Messages of the outbox by receiver and outcome (delivered, failed, dropped); mail is a receiver',
      labelNames: ['receiver', 'kind', 'outcome'],
      registers: [registry],
    });
    this.messages = shared.gauge('outbox_messages', 'Undelivered messages', ['receiver']);
    this.ageSeconds = shared.gauge(
      'outbox_oldest_age_seconds',
      'Age of the oldest undelivered message; 0 without one',
      ['receiver'],
    );
  }

  /** Values of the shared figures of one receiver. */
  figures(receiver: string, { count, ageSeconds }: Backlog): Figure[] {
    return [
      [this.messages, count, { receiver }],
      [this.ageSeconds, ageSeconds, { receiver }],
    ];
  }
}
