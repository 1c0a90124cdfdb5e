import { type Clock, type Figure, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { BillingMetrics } from '../metrics.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { StripeEventsRepository } from '../stripe-events/stripe-events.repository.js';
import { FiguresRepository } from './figures.repository.js';

const SOURCES = ['stripe', 'grant'] as const;
const STATES = ['active', 'past_due'] as const;

/** Updates the metrics of inbox, outbox and business, which are the same in all instances. */
@Injectable()
export class FiguresService implements OnModuleInit {
  private readonly clock: Clock;

  constructor(
    private readonly figures: FiguresRepository,
    private readonly events: StripeEventsRepository,
    private readonly messages: OutboxRepository,
    private readonly metrics: BillingMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  onModuleInit(): void {
    this.metrics.shared.readBy(() => this.read());
  }

  private async read(): Promise<Figure[]> {
    const { inboxEvents, inboxAgeSeconds } = this.metrics;
    const nowMs = this.clock.nowMs();
    const [inbox, outbox, business] = await Promise.all([
      this.events.backlog(nowMs),
      this.messages.backlog(nowMs),
      this.readBusinessFigures(),
    ]);
    return [
      [inboxEvents, inbox.count],
      [inboxAgeSeconds, inbox.ageSeconds],
      ...this.metrics.outbox.figures('accounts', outbox),
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
}
