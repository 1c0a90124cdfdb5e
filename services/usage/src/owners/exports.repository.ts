import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Charge } from '../quotas/charges.js';

/** A row of the table of counters. */
export interface HeldCounter extends Pick<Charge, 'period' | 'category'> {
  readonly used: number;
}

/** Engine time of failed attempts in the hour that begins at an instant. */
export interface HeldFailedWork {
  readonly hour: Date;
  readonly engineMs: number;
}

/** An idempotency key, and the conversion that was accepted under it. */
export interface HeldKey {
  readonly key: string;
  readonly conversionId: string;
  readonly requestHash: Uint8Array;
  readonly createdAt: Date;
}

/** SQL of a user's export, except conversions. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  counters(userId: string): Promise<HeldCounter[]> {
    return this.dataSource.query(
      'SELECT period, category, used FROM counters WHERE subject = $1 ORDER BY period, category',
      [`user:${userId}`],
    );
  }

  failedWork(userId: string): Promise<HeldFailedWork[]> {
    return this.dataSource.query(
      'SELECT hour, engine_ms AS "engineMs" FROM failed_work WHERE subject = $1 ORDER BY hour',
      [`user:${userId}`],
    );
  }

  /** Up to `limit` idempotency keys that sort after one; '' sorts before all. */
  keys(userId: string, after: string, limit: number): Promise<HeldKey[]> {
    return this.dataSource.query(
      `SELECT key, conversion_id AS "conversionId", request_hash AS "requestHash", created_at AS "createdAt"
         FROM idempotency_keys WHERE user_id = $1 AND key > $2 ORDER BY key LIMIT $3`,
      [userId, after, limit],
    );
  }
}
