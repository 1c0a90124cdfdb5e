import { transaction } from '@filemill/database';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Entitlement } from './entitlement.entity.js';

/** SQL of entitlements. */
@Injectable()
export class EntitlementsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` in one transaction, and again after a deadlock, so it may only use the database. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work);
  }

  /** The row of a user, created on free with version 0 if missing, and locked until the transaction ends. */
  async lock(tx: EntityManager, userId: string): Promise<Entitlement> {
    await tx.query(
      `INSERT INTO entitlements (user_id, plan, version) VALUES ($1, 'free', 0) ON CONFLICT DO NOTHING`,
      [userId],
    );
    return tx.findOneOrFail(Entitlement, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }

  async save(tx: EntityManager, entitlement: Entitlement): Promise<void> {
    const { userId, ...values } = entitlement;
    await tx.update(Entitlement, { userId }, values);
  }

  /** Users whose entitlement must change by now. */
  async findDue(nowMs: number, limit: number): Promise<string[]> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      'SELECT user_id FROM entitlements WHERE changes_at <= $1 ORDER BY changes_at LIMIT $2',
      [new Date(nowMs), limit],
    );
    return rows.map((row) => row.user_id);
  }

  async delete(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(Entitlement, { userId });
  }
}
