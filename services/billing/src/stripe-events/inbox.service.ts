import { backOffMs, type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BillingMetrics } from '../metrics.js';
import { CustomerSync } from '../sync/customer-sync.service.js';
import { type OpenEvent, StripeEventsRepository } from './stripe-events.repository.js';
import { chargeOf, readingOf } from './subject.js';

/** Events claimed at once, and customers read at once. */
const BATCH = 100;
const CUSTOMERS_AT_ONCE = 4;
/**
 * Events of a dead process are claimed again after this long. Longer than the slowest reading of a customer that can
 * still commit: 8 s for its lock and the 60 s for which the lock is held.
 */
const LEASE_MS = 90_000;
const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Processes the inbox: all events of one customer by one reading of Stripe. A refund or a dispute may name only its
 * charge, which leads to the customer; an event without a customer is acknowledged, and stored like all.
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

  /** Processes all events that are due. @returns their number */
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

  /** @param events - of one customer, one charge, or neither */
  private async processOrPostpone(events: readonly OpenEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    const subject = events[0] && groupOf(events[0]);
    try {
      // It may have waited long, behind customers that took long.
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

/**
 * The key by which events are processed together: their customer, else their charge; others need no reading of Stripe.
 */
const groupOf = (event: OpenEvent): string => event.customerId ?? chargeOf(event) ?? '';
