import { FAILED_WORK_LIMIT_MS } from '@filemill/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** After this long a row is not needed. */
const KEPT_MS = 24 * 3_600_000;

const at = (ms: number): string => new Date(ms).toISOString();

/**
 * In SQL: those of some subjects whose failed work in the hour of a time exceeds its limit.
 *
 * @param subjects - an array, in SQL
 * @param instant - in SQL
 */
export const subjectsOverFailedWorkLimit = (subjects: string, instant: string): string => `
  SELECT f.subject FROM failed_work f
   WHERE f.hour = date_trunc('hour', ${instant}::timestamptz, 'UTC') AND f.subject = ANY (${subjects})
     AND f.engine_ms > CASE WHEN f.subject LIKE 'user:%' THEN ${FAILED_WORK_LIMIT_MS.user}
                            ELSE ${FAILED_WORK_LIMIT_MS.guest} END`;

/**
 * In SQL: counts failed work, in an order that all callers share, which prevents deadlocks.
 *
 * @param source - relation of `hour`, `subject` and `engine_ms`
 */
export const addFailedWork = (source: string): string => `
  INSERT INTO failed_work AS f (hour, subject, engine_ms)
  SELECT hour, subject, round(sum(engine_ms)) FROM ${source}
   GROUP BY hour, subject HAVING round(sum(engine_ms)) > 0 ORDER BY hour, subject
  ON CONFLICT (hour, subject) DO UPDATE SET engine_ms = f.engine_ms + excluded.engine_ms`;

/** SQL of failed work, except in the statements that end attempts. */
@Injectable()
export class FailedWorkRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts the work of a refused upload, once for its id. */
  async countUpload(
    conversionId: string,
    subjects: readonly string[],
    engineMs: number,
    nowMs: number,
  ): Promise<void> {
    await this.dataSource.query(
      `WITH new AS (
         INSERT INTO failed_uploads (conversion_id, hour) VALUES ($1, date_trunc('hour', $4::timestamptz, 'UTC'))
         ON CONFLICT (conversion_id) DO NOTHING RETURNING hour
       ), failed AS (
         SELECT new.hour, s.subject, $3::bigint AS engine_ms FROM new CROSS JOIN unnest($2::text[]) AS s(subject)
       ) ${addFailedWork('failed')}`,
      [conversionId, subjects, engineMs, at(nowMs)],
    );
  }

  /** Deletes up to `limit` rows of each table that are older than a day. @returns the larger number of the two */
  async purge(nowMs: number, limit: number): Promise<number> {
    const counts: number[] = [];
    for (const table of ['failed_work', 'failed_uploads']) {
      const rows: unknown[] = await this.dataSource.query(
        `WITH purged AS (
           DELETE FROM ${table}
            WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE hour < $1 LIMIT $2)) AND hour < $1
           RETURNING hour
         ) SELECT FROM purged`,
        [at(nowMs - KEPT_MS), limit],
      );
      counts.push(rows.length);
    }
    return Math.max(...counts);
  }
}
