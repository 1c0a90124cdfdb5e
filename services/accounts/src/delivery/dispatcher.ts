import { backOffMs, type Clock, type Logger, type Runtime } from '@filemill/platform';
import type { AccountsMetrics } from '../metrics.js';
import type { OutboxRepository } from '../outbox/outbox.repository.js';
import type { Receiver, StoredMessage } from '../outbox/outbox-message.js';

const BACK_OFF = { firstMs: 1_000, longestMs: 5 * 60_000 };

/** Whether a message has arrived, or can never arrive. */
export type Delivery = 'delivered' | 'dropped';

/** A message to one receiver. */
export type MessageTo<R extends Receiver> = Extract<StoredMessage, { receiver: R }>;

/** Delivers messages to one receiver. */
export interface Route<R extends Receiver> {
  readonly receiver: R;
  /** Longer than a delivery can take; afterwards a message of a killed dispatcher is delivered again. */
  readonly leaseMs: number;
  /** Throws if the message must be sent again. May be called again for a message that has arrived. */
  deliver(message: MessageTo<R>): Promise<Delivery>;
}

/** Delivers the messages of one receiver, at least once and in order for each subject. Several may run in parallel. */
export class Dispatcher<R extends Receiver> {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly route: Route<R>,
    private readonly outbox: OutboxRepository,
    private readonly metrics: AccountsMetrics,
    runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /**
   * Delivers the messages that are due at the start. A failed one is not retried in this pass, and delays no other
   * subject.
   */
  async run(): Promise<void> {
    const dueAt = new Date(this.clock.nowMs());
    while (await this.deliverNext(dueAt));
  }

  /** @returns false if nothing was due */
  private async deliverNext(dueAt: Date): Promise<boolean> {
    const { receiver, leaseMs } = this.route;
    const message = await this.outbox.claim(receiver, dueAt, new Date(this.clock.nowMs() + leaseMs));
    if (!message) return false;
    const labels = { receiver, kind: message.kind };
    try {
      const outcome = await this.route.deliver(message as MessageTo<R>);
      await this.outbox.remove(message.id);
      this.metrics.deliveries.inc({ ...labels, outcome });
    } catch (err) {
      this.metrics.deliveries.inc({ ...labels, outcome: 'failed' });
      this.logger.warn({ err, receiver, kind: message.kind, attempts: message.attempts }, 'not delivered');
      const retryAtMs = this.clock.nowMs() + backOffMs(message.attempts, BACK_OFF);
      await this.outbox.postpone(message.id, new Date(retryAtMs));
    }
    return true;
  }
}
