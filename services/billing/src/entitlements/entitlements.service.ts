import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { computeEntitlement, type EntitlementSnapshot } from './compute-entitlement.js';
import { EntitlementsRepository } from './entitlements.repository.js';

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
  async current(userId: string): Promise<EntitlementSnapshot> {
    return computeEntitlement(await this.subscriptions.findAll(userId), this.clock.nowMs());
  }

  /** Recalculates a user's entitlement in the transaction that changed its terms. */
  async refresh(tx: EntityManager, userId: string): Promise<void> {
    // The lock first: of two changes for one user, the second one sees the first one's result.
    const stored = await this.entitlements.lock(tx, userId);
    const nowMs = this.clock.nowMs();
    const current = computeEntitlement(await this.subscriptions.findAll(userId, tx), nowMs);
    const isPro = current.plan === 'pro';
    const next = {
      plan: current.plan,
      expiresAt: isPro ? current.expiresAt : null,
      cancelledAt: isPro ? current.cancelledAt : null,
    };
    const isNew =
      next.plan !== stored.plan ||
      next.expiresAt?.getTime() !== stored.expiresAt?.getTime() ||
      next.cancelledAt?.getTime() !== stored.cancelledAt?.getTime();
    const version = stored.version + (isNew ? 1 : 0);
    await this.entitlements.save(tx, { userId, ...next, version, changesAt: current.changesAt });
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
