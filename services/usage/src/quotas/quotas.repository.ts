import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Charge } from './charges.js';

const instantOrNull = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** A counter after an attempt to raise it. */
export interface RaisedCounters {
  readonly raised: boolean;
  readonly used: number;
}

/** SQL of the counters. `used` counts reserved and committed conversions. */
@Injectable()
export class QuotasRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The values of the counters, in the order of `charges`; 0 for a missing one. */
  async used(charges: readonly Charge[]): Promise<number[]> {
    const rows: { used: number }[] = await this.dataSource.query(
      `SELECT coalesce(c.used, 0) AS used
         FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w(subject, period, category, place)
         LEFT JOIN counters c USING (subject, period, category)
        ORDER BY w.place`,
      keysOf(charges),
    );
    return rows.map(({ used }) => used);
  }

  /**
   * Raises every counter that stays within its limit, in one statement, in an order that all callers share, which
   * prevents deadlocks.
   *
   * @param charges - each counter once; `times` is the increment, 1 by default
   * @returns the values in the order of `charges`; if one was not raised, its limit is reached: then
   *   roll back
   */
  async raise(
    tx: EntityManager,
    charges: readonly (Charge & { times?: number })[],
  ): Promise<RaisedCounters[]> {
    return tx.query(
      `WITH wanted AS (
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::int[])
           WITH ORDINALITY AS w(subject, period, category, most, ends_at, times, place)
       ), raised AS (
         INSERT INTO counters AS c (subject, period, category, used, ends_at)
         SELECT subject, period, category, times, ends_at FROM wanted WHERE times <= most
          ORDER BY subject, period, category
         ON CONFLICT (subject, period, category) DO UPDATE SET used = c.used + excluded.used
          WHERE c.used + excluded.used <=
                         (SELECT w.most FROM wanted w
                           WHERE w.subject = excluded.subject AND w.period = excluded.period
                             AND w.category = excluded.category)
         RETURNING subject, period, category, used
       )
       -- A counter that was raised by others while this statement waited is read as it was before: at least its limit.
       SELECT r.used IS NOT NULL AS raised, coalesce(r.used, greatest(c.used, w.most)) AS used
         FROM wanted w
         LEFT JOIN raised r USING (subject, period, category)
         LEFT JOIN counters c USING (subject, period, category)
        ORDER BY w.place`,
      [
        ...keysOf(charges),
        charges.map(({ limit }) => limit),
        charges.map(({ endsAtMs }) => instantOrNull(endsAtMs)),
        charges.map(({ times }) => times ?? 1),
      ],
    );
  }

  /**
   * Deletes up to `limit` counters whose period ended before a time, and counters of unfinished conversions that are
   * zero. Locked ones are left to the next pass, without waiting.
   *
   * @returns their number
   */
  async purge(endedBeforeMs: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH due AS MATERIALIZED (
         SELECT subject, period, category FROM counters
          WHERE ends_at < $1 OR (ends_at IS NULL AND used = 0)
          LIMIT $2 FOR UPDATE SKIP LOCKED
       ), purged AS (
         DELETE FROM counters c USING due
          WHERE (c.subject, c.period, c.category) = (due.subject, due.period, due.category)
         RETURNING c.subject
       ) SELECT FROM purged`,
      [instantOrNull(endedBeforeMs), limit],
    );
    return rows.length;
  }
}

const keysOf = (charges: readonly Charge[]): string[][] => [
  charges.map(({ subject }) => subject),
  charges.map(({ period }) => period),
  charges.map(({ category }) => category),
];
