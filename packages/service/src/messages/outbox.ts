import type { Figure, Runtime, SharedFigures } from '@filemill/platform';
import { Counter, type Gauge, type Registry } from 'prom-client';
import type { Backlog, MessageTable, StoredMessage } from './message-table.js';
import { MessageWorker } from './message-worker.js';

/** Whether a message has arrived, or can never arrive. */
export type Delivery = 'delivered' | 'dropped';

/** Where messages go: another service, or the mail server. */
export interface MessageReceiver<M> {
  /** Name in metrics and logs. */
  readonly name: string;
  /** Messages that one worker delivers at once; 1 by default. */
  readonly atOnce?: number;
  /** Longer than a delivery can take. */
  readonly leaseMs: number;
  /** The pause after a failure begins at one second and doubles up to this. */
  readonly longestPauseMs: number;
  /** Throws if the message has to be sent again. May be called again for one that has arrived. */
  deliver(message: StoredMessage<M>): Promise<Delivery>;
}

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

/** A worker that delivers the messages of an outbox to one receiver. */
export function createOutboxWorker<M extends { readonly kind: string }>(
  table: MessageTable<M>,
  receiver: MessageReceiver<M>,
  metrics: OutboxMetrics,
  { clock, logger }: Pick<Runtime, 'clock' | 'logger'>,
): MessageWorker<M> {
  const { name, atOnce = 1, leaseMs, longestPauseMs } = receiver;
  const handling = {
    batch: atOnce,
    groupsAtOnce: atOnce,
    ...{ leaseMs, longestPauseMs },
    groupOf: ({ id }: StoredMessage<M>) => id,
    async handle([message]: readonly StoredMessage<M>[], finish: () => Promise<void>): Promise<void> {
      if (!message) return;
      const outcome = await receiver.deliver(message);
      await finish();
      metrics.deliveries.inc({ receiver: name, kind: message.kind, outcome });
    },
    onFailure(err: unknown, [message]: readonly StoredMessage<M>[], attempts: number): void {
      const kind = message?.kind;
      metrics.deliveries.inc({ receiver: name, kind, outcome: 'failed' });
      logger.warn({ err, receiver: name, kind, messageId: message?.id, attempts }, 'not delivered');
    },
  };
  return new MessageWorker(table, handling, clock);
}
