import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { EntitlementsRepository } from './entitlements.repository.js';
import { type Standing, standingAt } from './standing.js';

/** Users handled by one pass. */
const BATCH = 200;

/** Calculates entitlements from subscriptions and grants, and sends each change to accounts through the outbox. */
@Injectable()
export class EntitlementsService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly entitlements: EntitlementsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outbox: OutboxRepository,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    this.logger = logger;
  }

  /** A user's current entitlement, whatever was last sent. */
  async standing(userId: string): Promise<Standing> {
    return standingAt(await this.subscriptions.findAll(userId), this.clock.nowMs());
  }

  /** Recalculates a user's entitlement in the transaction that changed its terms. */
  async refresh(tx: EntityManager, userId: string): Promise<void> {
    // The lock first: of two changes for one user, the second one sees the first one's result.
    const entitlement = await this.entitlements.lock(tx, userId);
    const nowMs = this.clock.nowMs();
    const standing = standingAt(await this.subscriptions.findAll(userId, tx), nowMs);
    const isPro = standing.plan === 'pro';
    const next = {
      plan: standing.plan,
      expiresAt: isPro ? standing.expiresAt : null,
      cancelledAt: isPro ? standing.cancelledAt : null,
    };
    const isNew =
      next.plan !== entitlement.plan ||
      next.expiresAt?.getTime() !== entitlement.expiresAt?.getTime() ||
      next.cancelledAt?.getTime() !== entitlement.cancelledAt?.getTime();
    const version = entitlement.version + (isNew ? 1 : 0);
    await this.entitlements.save(tx, { userId, ...next, version, changesAt: standing.changesAt });
    if (!isNew) return;
    await this.outbox.addSetPlan(tx, new Date(nowMs), {
      userId,
      plan: next.plan,
      subscriptionExpiresAtMs: next.expiresAt?.getTime(),
      subscriptionCancelledAtMs: next.cancelledAt?.getTime(),
      version,
    });
  }

  /** Applies ends that are due: cancelled subscriptions, grants, and grace. @returns the number of checked users */
  async applyTime(): Promise<number> {
    const due = await this.entitlements.findDue(this.clock.nowMs(), BATCH);
    for (const userId of due) {
      try {
        await this.entitlements.transaction((tx) => this.refresh(tx, userId));
      } catch (err) {
        // Later users must not wait for it; the next run retries it.
        this.logger.error({ err, userId }, 'could not end what is due');
      }
    }
    return due.length;
  }
}
