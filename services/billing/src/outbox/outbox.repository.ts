import { randomUUID } from 'node:crypto';
import type { accounts } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OutboxMessage } from './outbox-message.entity.js';

/** Kind of the message with accounts' `SetPlanRequest`. */
export const SET_PLAN = 'set_plan';

/** A message that is due now. */
export type OpenMessage = Pick<OutboxMessage, 'id' | 'kind' | 'attempts'> & {
  readonly payload: accounts.SetPlanRequest;
};

/** SQL of the outbox. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds a message about a user's plan, in the transaction that decided it. */
  async addSetPlan(tx: EntityManager, createdAt: Date, payload: accounts.SetPlanRequest): Promise<void> {
    const { userId, version } = payload;
    const message = { id: randomUUID(), kind: SET_PLAN, userId, version, payload: { ...payload }, createdAt };
    await tx.insert(OutboxMessage, message);
  }

  /**
   * Takes the oldest undelivered message of each user for `leaseMs`: those of a dead dispatcher become due again by
   * themselves.
   */
  claim(limit: number, leaseMs: number): Promise<OpenMessage[]> {
    return this.dataSource.query(
      // Materialized: otherwise the limit would apply to each row that it is compared with.
      `WITH due AS MATERIALIZED (
         SELECT o.id FROM outbox o
          WHERE o.delivered_at IS NULL AND o.retry_at <= now()
            AND NOT EXISTS (
              SELECT FROM outbox e
               WHERE e.user_id = o.user_id AND e.version < o.version AND e.delivered_at IS NULL)
          ORDER BY o.created_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE outbox SET attempts = attempts + 1, retry_at = now() + $2 * interval '1 ms'
          WHERE id IN (SELECT id FROM due)
         RETURNING id, kind, payload, attempts)
       SELECT * FROM claimed`,
      [limit, leaseMs],
    );
  }

  async markDelivered(id: string, deliveredAt: Date): Promise<void> {
    await this.dataSource.getRepository(OutboxMessage).update({ id }, { deliveredAt });
  }

  async postpone(id: string, delayMs: number): Promise<void> {
    await this.dataSource.query(`UPDATE outbox SET retry_at = now() + $2 * interval '1 ms' WHERE id = $1`, [
      id,
      delayMs,
    ]);
  }

  /** Deletes up to `limit` messages that were delivered before a time. @returns their number */
  async purge(before: Date, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH due AS MATERIALIZED (SELECT id FROM outbox WHERE delivered_at < $1 LIMIT $2),
            purged AS (DELETE FROM outbox WHERE id IN (SELECT id FROM due) RETURNING id)
       SELECT FROM purged`,
      [before, limit],
    );
    return rows.length;
  }

  /** Deletes all messages about a user. */
  async deleteOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(OutboxMessage, { userId });
  }
}
