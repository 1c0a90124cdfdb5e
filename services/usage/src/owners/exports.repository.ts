import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A counter of an allowance, or the failed work of an hour in ms. */
export interface HeldCounter {
  readonly period: string;
  readonly category: string;
  readonly used: number;
}

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
      `SELECT period, category, used FROM counters WHERE subject = $1
        UNION ALL
       SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), 'failed_work_ms', least(engine_ms, 2147483647)::int
         FROM failed_work WHERE subject = $1
        ORDER BY period, category`,
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
