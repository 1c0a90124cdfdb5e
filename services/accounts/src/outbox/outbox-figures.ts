import { type Clock, type Figure, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountsMetrics } from '../metrics.js';
import { OutboxRepository } from './outbox.repository.js';
import { RECEIVERS } from './outbox-message.js';

/** Updates the metrics of the outbox, including the queue of mails. */
@Injectable()
export class OutboxFigures implements OnModuleInit {
  private readonly clock: Clock;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly metrics: AccountsMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  onModuleInit(): void {
    this.metrics.shared.readBy(() => this.read());
  }

  private async read(): Promise<Figure[]> {
    const backlog = new Map((await this.outbox.backlog()).map((row) => [row.receiver, row]));
    const nowMs = this.clock.nowMs();
    const { outboxMessages, outboxAgeSeconds } = this.metrics;
    return RECEIVERS.flatMap((receiver): Figure[] => {
      const row = backlog.get(receiver);
      const ageMs = row ? Math.max(0, nowMs - row.oldestAt.getTime()) : 0;
      return [
        [outboxMessages, row?.count ?? 0, { receiver }],
        [outboxAgeSeconds, ageMs / 1_000, { receiver }],
      ];
    });
  }
}
