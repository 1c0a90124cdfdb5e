import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { OutboxMessage, Receiver, StoredMessage } from './outbox-message.js';

/** The oldest due message whose subject has no older undelivered one; the lease prevents others from taking it. */
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

/** Backlog of one receiver. */
export interface Backlog {
  readonly receiver: Receiver;
  readonly count: number;
  readonly oldestAt: Date;
}

/** SQL of undelivered messages. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param dueAt - earliest delivery */
  async add(message: OutboxMessage, now: Date, tx?: EntityManager, dueAt = now): Promise<void> {
    const { receiver, kind, subject, payload } = message;
    await (tx ?? this.dataSource.manager).query(
      `INSERT INTO outbox (receiver, kind, subject, payload, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [receiver, kind, subject, payload, now, dueAt],
    );
  }

  /** Deletes the undelivered messages of a user's suspension. */
  async withdrawSuspension(userId: string, tx: EntityManager): Promise<void> {
    await tx.query(
      `DELETE FROM outbox
        WHERE receiver IN ('usage', 'billing') AND subject = $1 AND kind IN ('cancel-owner', 'cancel-subscription')`,
      [userId],
    );
  }

  /**
   * @param dueAt - takes messages that are due at this time
   * @param leaseUntil - afterwards another dispatcher may try, unless the message was delivered or postponed
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

  /** Backlogs by receiver; a receiver without one is missing. */
  backlog(): Promise<Backlog[]> {
    return this.dataSource.query(
      `SELECT receiver, count(*)::int AS count, min(created_at) AS "oldestAt" FROM outbox GROUP BY receiver`,
    );
  }
}
