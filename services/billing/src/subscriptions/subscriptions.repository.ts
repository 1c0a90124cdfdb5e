import { randomUUIDv7 } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import { GRACE_MS, type StripeTerms } from './stripe-subscription.js';
import { Subscription } from './subscription.entity.js';

/** SQL of subscriptions and grants. */
@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All of a user, oldest first. */
  findAll(userId: string, tx: EntityManager = this.dataSource.manager): Promise<Subscription[]> {
    return tx.find(Subscription, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Those of these ids that are stored. */
  findByStripeIds(ids: readonly string[]): Promise<Subscription[]> {
    return this.dataSource.getRepository(Subscription).findBy({ stripeSubscriptionId: In(ids) });
  }

  /** All paid ones that are not over. */
  findPaid(): Promise<Subscription[]> {
    return this.dataSource
      .getRepository(Subscription)
      .findBy({ source: 'stripe', state: Not('cancelled' as const) });
  }

  /**
   * Stores the subscriptions of a user at Stripe, which are complete: others of the user are over. The grace period
   * begins when a failed payment is first seen, and the end of a subscription that is just over is kept as first seen.
   */
  async saveStripe(
    tx: EntityManager,
    userId: string,
    all: readonly StripeTerms[],
    nowMs: number,
  ): Promise<void> {
    const graceEndsAt = new Date(nowMs + GRACE_MS);
    for (const terms of all)
      await tx.query(
        `INSERT INTO subscriptions AS s
           (id, user_id, source, stripe_subscription_id, state, expires_at, cancelled_at, period_ends_at,
            grace_ends_at, created_at)
         VALUES ($1, $2, 'stripe', $3, $4, $5, $6, $7, CASE WHEN $4 = 'past_due' THEN $8::timestamptz END, $9)
         ON CONFLICT (stripe_subscription_id) DO UPDATE SET
           state = excluded.state,
           expires_at = CASE WHEN excluded.state = 'cancelled' AND s.state = 'cancelled'
                             THEN s.expires_at ELSE excluded.expires_at END,
           cancelled_at = excluded.cancelled_at,
           period_ends_at = excluded.period_ends_at,
           grace_ends_at = CASE WHEN s.state = 'past_due' AND excluded.state = 'past_due'
                                THEN s.grace_ends_at ELSE excluded.grace_ends_at END`,
        [
          randomUUIDv7(),
          userId,
          terms.stripeSubscriptionId,
          terms.state,
          terms.expiresAt,
          terms.cancelledAt,
          terms.periodEndsAt,
          graceEndsAt,
          terms.createdAt,
        ],
      );
    await tx.query(
      `UPDATE subscriptions SET state = 'cancelled', expires_at = $3
        WHERE user_id = $1 AND source = 'stripe' AND state <> 'cancelled'
          AND stripe_subscription_id <> ALL ($2)`,
      [userId, all.map(({ stripeSubscriptionId }) => stripeSubscriptionId), new Date(nowMs)],
    );
  }

  /** Ends a user's grant, if any. */
  async endGrant(tx: EntityManager, userId: string, at: Date): Promise<void> {
    await tx.query(
      `UPDATE subscriptions SET state = 'cancelled', expires_at = least(expires_at, $2)
        WHERE user_id = $1 AND source = 'grant' AND state = 'active'`,
      [userId, at],
    );
  }

  async addGrant(
    tx: EntityManager,
    grant: Pick<Subscription, 'userId' | 'expiresAt' | 'reason' | 'grantedBy' | 'createdAt'>,
  ): Promise<void> {
    await tx.insert(Subscription, { ...grant, id: randomUUIDv7(), source: 'grant', state: 'active' });
  }

  /** Number of users with a paid or past-due subscription at a time, without grants. */
  async countPayingUsers(nowMs: number): Promise<number> {
    const rows: { users: number }[] = await this.dataSource.query(
      `SELECT count(DISTINCT user_id)::int AS users FROM subscriptions
        WHERE source = 'stripe' AND state <> 'cancelled' AND (expires_at IS NULL OR expires_at > $1)
          AND (state <> 'past_due' OR grace_ends_at IS NULL OR grace_ends_at > $1)`,
      [new Date(nowMs)],
    );
    return rows[0]?.users ?? 0;
  }

  async delete(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(Subscription, { userId });
  }
}
