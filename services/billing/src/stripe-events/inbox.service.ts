import { backOffMs, type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BillingMetrics } from '../metrics.js';
import { CustomerSync } from '../sync/customer-sync.service.js';
import { type OpenEvent, StripeEventsRepository } from './stripe-events.repository.js';
import { chargeOf, readingOf } from './subject.js';

/** Events taken up at once, and customers that are read at once. */
const BATCH = 100;
const CUSTOMERS_AT_ONCE = 4;
/**
 * Events of a process that died are taken up again after this long. Longer than the slowest reading of a customer that
 * still may commit: 8 s for its lock and the 60 s for which it has that.
 */
const LEASE_MS = 90_000;
const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Works off the inbox: the events of one customer together, by one look at Stripe. A refund or a dispute may name its
 * charge alone, and that leads to the customer; what belongs to nobody is acknowledged, and kept in the inbox as all is.
 */
@Injectable()
export class InboxService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly events: StripeEventsRepository,
    private readonly customers: CustomerSync,
    private readonly metrics: BillingMetrics,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    this.logger = logger;
  }

  /** Processes all that is due. @returns how many events that were */
  async run(): Promise<number> {
    for (let count = 0; ; ) {
      const events = await this.events.claim(BATCH, LEASE_MS);
      if (events.length === 0) return count;
      count += events.length;
      const groups = [...Map.groupBy(events, groupOf).values()];
      const workers = Array.from({ length: CUSTOMERS_AT_ONCE }, async () => {
        for (let group = groups.shift(); group; group = groups.shift()) await this.processOrPostpone(group);
      });
      await Promise.all(workers);
    }
  }

  /** @param events - of one customer, one charge, or nobody */
  private async processOrPostpone(events: readonly OpenEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    const subject = events[0] && groupOf(events[0]);
    try {
      // Its turn may have come late, behind customers who took long.
      await this.events.postpone(ids, LEASE_MS);
      const customerId = await this.customerOf(events);
      if (customerId === undefined) await this.markProcessed(ids);
      else await this.customers.sync(customerId, readingOf(events), (tx) => this.markProcessed(ids, tx));
      const nowMs = this.clock.nowMs();
      for (const event of events)
        this.metrics.eventSeconds.observe(Math.max(0, nowMs - event.receivedAt.getTime()) / 1000);
    } catch (err) {
      const attempts = Math.max(...events.map((event) => event.attempts));
      this.logger.warn({ err, subject, events: ids.length, attempts }, 'events not processed');
      await this.events.postpone(ids, backOffMs(attempts, BACK_OFF));
    }
  }

  private async customerOf([event]: readonly OpenEvent[]): Promise<string | undefined> {
    if (!event || event.customerId !== null) return event?.customerId ?? undefined;
    const chargeId = chargeOf(event);
    if (chargeId === undefined) return undefined;
    const customerId = await this.customers.customerOfCharge(chargeId);
    const line = { event: event.id, type: event.type, chargeId, customerId };
    if (customerId === undefined) this.logger.warn(line, 'event about a charge of no customer');
    else this.logger.info(line, 'event led to its customer by the charge');
    return customerId;
  }

  private markProcessed(ids: readonly string[], tx?: EntityManager): Promise<void> {
    return this.events.markProcessed(ids, new Date(this.clock.nowMs()), tx);
  }
}

/** What events are processed together by: their customer, else their charge; all others need no look at Stripe. */
const groupOf = (event: OpenEvent): string => event.customerId ?? chargeOf(event) ?? '';
