import { backOffMs, type Clock, type Logger, type Runtime } from '@filemill/platform';
import type { AccountsMetrics } from '../metrics.js';
import type { OutboxRepository } from '../outbox/outbox.repository.js';
import type { Receiver, StoredMessage } from '../outbox/outbox-message.js';

const BACK_OFF = { firstMs: 1_000, longestMs: 5 * 60_000 };

/** Whether a message has arrived, or can never arrive. */
export type Delivery = 'delivered' | 'dropped';

/** A message to one receiver. */
export type MessageTo<R extends Receiver> = Extract<StoredMessage, { receiver: R }>;

/** How one receiver is told. */
export interface Route<R extends Receiver> {
  readonly receiver: R;
  /** Longer than a delivery can take; a message whose dispatcher was killed is delivered again after it. */
  readonly leaseMs: number;
  /** Fails if the message has to be sent again. May be called again for one that has arrived. */
  deliver(message: MessageTo<R>): Promise<Delivery>;
}

/** Delivers the messages of one receiver, at least once and in order for each subject. Any number may run beside it. */
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

  /** Delivers what is due as it begins. What fails is not due again before the pass is over, and holds up no other subject. */
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
