import type { Lane } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_UNFINISHED } from '../conversions/conversion.entity.js';

/** An unfinished conversion past its deadline. */
export interface OverdueConversion {
  readonly id: string;
  readonly lane: Lane;
}

/** The fields of an unfinished conversion from which its job can be made again. */
export interface UnfinishedJob {
  readonly id: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly requestId: string;
  readonly inputKey: string;
  readonly updatedAt: Date;
}

const at = (ms: number): string => new Date(ms).toISOString();
const WAITING =
  'id, lane, priority, request_id AS "requestId", input_key AS "inputKey", updated_at AS "updatedAt"';
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** SQL of the sweep and of retention. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Unfinished conversions whose deadline has passed. */
  overdue(nowMs: number, limit: number): Promise<OverdueConversion[]> {
    return this.dataSource.query(
      `SELECT id, lane FROM conversions WHERE ${IS_UNFINISHED} AND deadline_at <= $1
        ORDER BY deadline_at LIMIT $2`,
      [at(nowMs), limit],
    );
  }

  /**
   * Up to `limit` unfinished conversions whose row has not changed since a time, the longest unchanged first.
   *
   * @param after - the last row of the page before
   */
  unchangedSince(sinceMs: number, limit: number, after?: UnfinishedJob): Promise<UnfinishedJob[]> {
    return this.dataSource.query(
      `SELECT ${WAITING} FROM conversions
        WHERE ${IS_UNFINISHED} AND updated_at <= $1 AND (updated_at, id) > ($2::timestamptz, $3::uuid)
        ORDER BY updated_at, id LIMIT $4`,
      [at(sinceMs), after?.updatedAt ?? '-infinity', after?.id ?? NO_ID, limit],
    );
  }

  /** Up to `limit` unfinished conversions that were accepted before a time and are not first in their lanes. */
  acceptedBefore(instantMs: number, limit: number): Promise<UnfinishedJob[]> {
    return this.dataSource.query(
      `SELECT ${WAITING} FROM conversions
        WHERE ${IS_UNFINISHED} AND created_at < $1 AND priority > 1 LIMIT $2`,
      [at(instantMs), limit],
    );
  }

  /** Deletes up to `limit` rows of the ledger whose upload began before a time. @returns their number */
  async purgeLedger(startedBeforeMs: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH purged AS (
         DELETE FROM conversions
          WHERE id IN (SELECT id FROM conversions WHERE started_at < $1 AND finished_at IS NOT NULL LIMIT $2)
         RETURNING owner_kind, owner_id
       ), lessened AS (
         UPDATE user_histories h SET conversions = greatest(0, h.conversions - p.purged)
           FROM (SELECT owner_id::uuid AS user_id, count(*) AS purged FROM purged
                  WHERE owner_kind = 'user' GROUP BY owner_id) AS p
          WHERE h.user_id = p.user_id
       ) SELECT FROM purged`,
      [at(startedBeforeMs), limit],
    );
    return rows.length;
  }

  /** Deletes up to `limit` sums by day of users before a time. @returns their number */
  async purgeUserDays(beforeMs: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH purged AS (
         DELETE FROM user_days
          WHERE ctid = ANY (ARRAY (SELECT ctid FROM user_days WHERE day < $1::date LIMIT $2))
            AND day < $1::date
         RETURNING user_id
       ) SELECT FROM purged`,
      [at(beforeMs).slice(0, 10), limit],
    );
    return rows.length;
  }

  /**
   * Checks up to `limit` users' counts, by id, and deletes those of users without any rows, and the mark of
   * users deleted before a time.
   *
   * @param after - the last user of the page before
   * @returns the number of checked users, and the last of them
   */
  async purgeHistories(
    erasedBeforeMs: number,
    limit: number,
    after = NO_ID,
  ): Promise<{ looked: number; last: string | undefined }> {
    // An index of the empty ones would slow down every acceptance, which changes the count; so all are read.
    const [row]: { looked: number; last: string | null }[] = await this.dataSource.query(
      `WITH page AS MATERIALIZED (
         SELECT user_id FROM user_histories WHERE user_id > $2 ORDER BY user_id LIMIT $3
       ), purged AS (
         DELETE FROM user_histories
          WHERE user_id IN (SELECT user_id FROM page) AND conversions = 0 AND coalesce(erased_at < $1, true)
       ) SELECT count(*)::int AS looked, max(user_id::text) AS last FROM page`,
      [at(erasedBeforeMs), after, limit],
    );
    return { looked: row?.looked ?? 0, last: row?.last ?? undefined };
  }
}
