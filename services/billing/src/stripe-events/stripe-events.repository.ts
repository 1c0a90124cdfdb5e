import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { StripeEvent } from './stripe-event.entity.js';

/** An event that is due now. */
export type OpenEvent = Pick<
  StripeEvent,
  'id' | 'type' | 'objectId' | 'customerId' | 'receivedAt' | 'attempts'
>;

/** SQL of the inbox. */
@Injectable()
export class StripeEventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores an event. @returns false if it is stored already */
  async add(event: Omit<OpenEvent, 'attempts'>): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO stripe_events (id, type, object_id, customer_id, received_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [event.id, event.type, event.objectId, event.customerId, event.receivedAt],
    );
    return rows.length > 0;
  }

  /** Claims the oldest unprocessed events for `leaseMs`: those of a dead process become due again by themselves. */
  claim(limit: number, leaseMs: number): Promise<OpenEvent[]> {
    return this.dataSource.query(
      // Materialized: otherwise the limit would apply to each row that it is compared with.
      `WITH due AS MATERIALIZED (
         SELECT id FROM stripe_events WHERE processed_at IS NULL AND retry_at <= now()
          ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE stripe_events SET attempts = attempts + 1, retry_at = now() + $2 * interval '1 ms'
          WHERE id IN (SELECT id FROM due)
         RETURNING *)
       SELECT id, type, object_id AS "objectId", customer_id AS "customerId", received_at AS "receivedAt",
              attempts
         FROM claimed`,
      [limit, leaseMs],
    );
  }

  async markProcessed(
    ids: readonly string[],
    processedAt: Date,
    tx: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await tx.update(StripeEvent, { id: In(ids) }, { processedAt });
  }

  /** Extends their claim by this long from now. */
  async postpone(ids: readonly string[], delayMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE stripe_events SET retry_at = now() + $2 * interval '1 ms' WHERE id = ANY ($1)`,
      [ids, delayMs],
    );
  }

  /** Deletes up to `limit` events that were processed before a time. @returns their number */
  async purge(before: Date, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH due AS MATERIALIZED (SELECT id FROM stripe_events WHERE processed_at < $1 LIMIT $2),
            purged AS (DELETE FROM stripe_events WHERE id IN (SELECT id FROM due) RETURNING id)
       SELECT FROM purged`,
      [before, limit],
    );
    return rows.length;
  }
}
