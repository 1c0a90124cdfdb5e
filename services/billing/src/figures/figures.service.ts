import { type Clock, type Figure, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { BillingMetrics } from '../metrics.js';
import { type Backlog, FiguresRepository } from './figures.repository.js';

const SOURCES = ['stripe', 'grant'] as const;
const STATES = ['active', 'past_due'] as const;

/** Updates the metrics of inbox, outbox and business, which are the same in all instances. */
@Injectable()
export class FiguresService implements OnModuleInit {
  private readonly clock: Clock;

  constructor(
    private readonly figures: FiguresRepository,
    private readonly metrics: BillingMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  onModuleInit(): void {
    this.metrics.shared.readBy(() => this.read());
  }

  private async read(): Promise<Figure[]> {
    const { inboxEvents, inboxAgeSeconds, outboxMessages, outboxAgeSeconds } = this.metrics;
    const [inbox, outbox, business] = await Promise.all([
      this.figures.inbox(),
      this.figures.outbox(),
      this.readBusinessFigures(),
    ]);
    const receiver = 'accounts';
    return [
      [inboxEvents, inbox.count],
      [inboxAgeSeconds, this.ageSeconds(inbox)],
      [outboxMessages, outbox.count, { receiver }],
      [outboxAgeSeconds, this.ageSeconds(outbox), { receiver }],
      ...business,
    ];
  }

  private async readBusinessFigures(): Promise<Figure[]> {
    const today = new Date(this.clock.nowMs());
    today.setUTCHours(0, 0, 0, 0);
    const [live, movements] = await Promise.all([
      this.figures.subscriptions(),
      this.figures.movements(today),
    ]);
    const { subscriptions, revenueToday } = this.metrics;
    const counts = SOURCES.flatMap((source) =>
      STATES.map((state): Figure => {
        const row = live.find((row) => row.source === source && row.state === state);
        return [subscriptions, row?.count ?? 0, { source, state }];
      }),
    );
    return [
      ...counts,
      ...movements.map(
        ({ currency, movement, minor }): Figure => [revenueToday, minor, { currency, movement }],
      ),
    ];
  }

  private ageSeconds({ oldestAt }: Backlog): number {
    return oldestAt ? Math.max(0, this.clock.nowMs() - oldestAt.getTime()) / 1_000 : 0;
  }
}
