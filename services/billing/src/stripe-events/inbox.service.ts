import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { MessageWorker, type StoredMessage } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BillingMetrics } from '../metrics.js';
import { CustomerSync } from '../sync/customer-sync.js';
import { type StripeEvent, StripeEventsRepository } from './stripe-events.repository.js';
import { chargeOf, objectsToRead } from './subject.js';

/** Events claimed at once, and customers read at once. */
type OpenEvent = StoredMessage<StripeEvent>;

/**
 * Processes the inbox: all events of one customer by one reading of Stripe. A refund or a dispute may name only its
 * charge, which leads to the customer; an event without a customer is acknowledged, and stored like all.
 */
@Injectable()
export class InboxService {
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly worker: MessageWorker<StripeEvent>;

  constructor(
    events: StripeEventsRepository,
    private readonly customers: CustomerSync,
    private readonly metrics: BillingMetrics,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    this.logger = logger;
    this.worker = new MessageWorker(
      events,
      {
        batch: 100,
        groupsAtOnce: 4,
        // Longer than the slowest reading of a customer that still may commit: 8 s for its lock and the 60 s for which it
        // has that.
        leaseMs: 90_000,
        longestPauseMs: 60_000,
        groupOf,
        handle: (group, finish) => this.process(group, finish),
        onFailure: (err, group, attempts) =>
          logger.warn(
            { err, subject: group[0] && groupOf(group[0]), events: group.length, attempts },
            'events not processed',
          ),
      },
      clock,
    );
  }

  /** Processes all events that are due. @returns their number */
  run(): Promise<number> {
    return this.worker.run();
  }

  /** @param events - of one customer, one charge, or nobody */
  private async process(
    events: readonly OpenEvent[],
    finish: (tx?: EntityManager) => Promise<void>,
  ): Promise<void> {
    const customerId = await this.customerOf(events);
    if (customerId === undefined) await finish();
    else await this.customers.sync(customerId, objectsToRead(events), finish);
    const nowMs = this.clock.nowMs();
    for (const { storedAt } of events)
      this.metrics.eventSeconds.observe(Math.max(0, nowMs - storedAt.getTime()) / 1000);
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
}

/**
 * The key by which events are processed together: their customer, else their charge; others need no reading of Stripe.
 */
const groupOf = (event: OpenEvent): string => event.customerId ?? chargeOf(event) ?? '';
