import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { OutboxMessage, Receiver, StoredMessage } from './outbox-message.js';

/** The oldest message that is due and whose subject waits for no older one; nobody else gets it while the lease lasts. */
const CLAIM = `
  WITH next AS MATERIALIZED (
    SELECT id FROM outbox AS o
     WHERE receiver = $1 AND due_at <= $2
       AND NOT EXISTS (
         SELECT FROM outbox AS older
          WHERE older.receiver = o.receiver AND older.subject = o.subject AND older.id < o.id)
     ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE outbox AS o SET due_at = $3, attempts = attempts + 1 FROM next WHERE o.id = next.id
  RETURNING o.id, o.receiver, o.kind, o.subject, o.payload, o.attempts, o.created_at AS "createdAt"`;

/** What one receiver has not heard yet. */
export interface Backlog {
  readonly receiver: Receiver;
  readonly count: number;
  readonly oldestAt: Date;
}

/** Messages that are still to be delivered. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param dueAt - delivered no earlier */
  async add(message: OutboxMessage, now: Date, tx?: EntityManager, dueAt = now): Promise<void> {
    const { receiver, kind, subject, payload } = message;
    await (tx ?? this.dataSource.manager).query(
      `INSERT INTO outbox (receiver, kind, subject, payload, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [receiver, kind, subject, payload, now, dueAt],
    );
  }

  /** Takes back what the suspension of a user has not yet had others do. */
  async withdrawSuspension(userId: string, tx: EntityManager): Promise<void> {
    await tx.query(
      `DELETE FROM outbox
        WHERE receiver IN ('usage', 'billing') AND subject = $1 AND kind IN ('cancel-owner', 'cancel-subscription')`,
      [userId],
    );
  }

  /**
   * @param dueAt - takes what was due then
   * @param leaseUntil - when another may try, unless the message is delivered or postponed before
   */
  async claim(receiver: Receiver, dueAt: Date, leaseUntil: Date): Promise<StoredMessage | undefined> {
    const [rows]: [StoredMessage[]] = await this.dataSource.query(CLAIM, [receiver, dueAt, leaseUntil]);
    return rows[0];
  }

  async remove(id: number): Promise<void> {
    await this.dataSource.query('DELETE FROM outbox WHERE id = $1', [id]);
  }

  async postpone(id: number, dueAt: Date): Promise<void> {
    await this.dataSource.query('UPDATE outbox SET due_at = $2 WHERE id = $1', [id, dueAt]);
  }

  /** What is still to be delivered, by receiver; one for whom there is nothing is missing. */
  backlog(): Promise<Backlog[]> {
    return this.dataSource.query(
      `SELECT receiver, count(*)::int AS count, min(created_at) AS "oldestAt" FROM outbox GROUP BY receiver`,
    );
  }
}
