import type { ConversionStatus } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_UNFINISHED } from '../conversions/conversion.entity.js';
import type { Charge } from '../quotas/charges.js';

/** A conversion whose files may still exist. */
export interface UnerasedConversion {
  readonly id: string;
  readonly keyPrefix: string;
  readonly status: ConversionStatus;
}

/** A row of the table of counters. */
interface HeldCounter extends Pick<Charge, 'period' | 'category'> {
  readonly used: number;
}

/** Engine time of failed attempts in the hour that begins at an instant. */
interface HeldFailedWork {
  readonly hour: Date;
  readonly engineMs: number;
}

/** An idempotency key of a user. */
interface HeldKey {
  readonly key: string;
  readonly conversionId: string;
  readonly requestHash: Uint8Array;
  readonly createdAt: Date;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** SQL of the erasure and the export of a user's data. */
@Injectable()
export class OwnersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Refuses new conversions of this user from now on, and waits for acceptances in progress. */
  async close(userId: string, nowMs: number): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO user_histories (user_id, conversions, erased_at) VALUES ($1, 0, $2)
       ON CONFLICT (user_id) DO UPDATE SET conversions = 0, erased_at = excluded.erased_at`,
      [userId, at(nowMs)],
    );
  }

  /**
   * Up to `limit` conversions of a user whose names and files have not been erased.
   *
   * @param which - `stopped` for unfinished and cancelled ones
   * @param firstId - lowest id to check
   */
  unerased(
    userId: string,
    which: 'all' | 'stopped',
    firstId: string,
    limit: number,
  ): Promise<UnerasedConversion[]> {
    return this.dataSource.query(
      `SELECT id, key_prefix AS "keyPrefix", status FROM conversions
        WHERE owner_kind = 'user' AND owner_id = $1 AND id >= $2 AND erased_at IS NULL
          AND ($3 = 'all' OR ${IS_UNFINISHED} OR status = 'cancelled')
        LIMIT $4`,
      [userId, firstId, which, limit],
    );
  }

  /** Deletes up to `limit` rows of the ledger. @returns their number */
  async forgetConversions(userId: string, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH forgotten AS (
         DELETE FROM conversions
          WHERE id IN (SELECT id FROM conversions
                        WHERE owner_kind = 'user' AND owner_id = $1 AND finished_at IS NOT NULL LIMIT $2)
         RETURNING id
       ) SELECT FROM forgotten`,
      [userId, limit],
    );
    return rows.length;
  }

  /** Deletes keys, sums, counters and failed work. */
  async forgetCounters(userId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM idempotency_keys WHERE user_id = $1', [userId]);
    await this.dataSource.query('DELETE FROM user_days WHERE user_id = $1', [userId]);
    await this.dataSource.query('DELETE FROM counters WHERE subject = $1', [`user:${userId}`]);
    await this.dataSource.query('DELETE FROM failed_work WHERE subject = $1', [`user:${userId}`]);
  }

  /** A user's counters, and the failed work by hour. */
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
