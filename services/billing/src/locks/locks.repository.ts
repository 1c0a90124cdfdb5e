import { transaction } from '@filemill/database';
import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * Locks that all instances share and that outlast no crash for longer than their lease. They hold no connection, so
 * that one can wait for Stripe while it has a lock. Leases run on the database's own clock, the one that all share.
 */
@Injectable()
export class LocksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes a lock that nobody holds, or whose lease has run out. @returns whether it was taken */
  async take(name: string, holder: string, leaseMs: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO locks (name, holder, held_until) VALUES ($1, $2, now() + $3 * interval '1 ms')
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
         WHERE locks.held_until < now()
       RETURNING name`,
      [name, holder, leaseMs],
    );
    return rows.length > 0;
  }

  async release(name: string, holder: string): Promise<void> {
    await this.dataSource.query('DELETE FROM locks WHERE name = $1 AND holder = $2', [name, holder]);
  }

  /**
   * One transaction that commits only while the lock is still the holder's.
   *
   * @throws {AppError} UNAVAILABLE if the lease ran out and another took the lock
   */
  commit<T>(name: string, holder: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, async (tx) => {
      const rows: unknown[] = await tx.query('SELECT FROM locks WHERE name = $1 AND holder = $2 FOR UPDATE', [
        name,
        holder,
      ]);
      if (rows.length === 0) throw new AppError('UNAVAILABLE');
      return work(tx);
    });
  }
}
