import type { Category, Outcome } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * Number of rows over which the totals of one day, kind and outcome are spread randomly, so that simultaneous endings
 * do not wait for each other; readers sum them.
 */
export const TOTALS_SHARDS = 8;

/** Completed conversions and their input. */
interface Totals {
  readonly conversions: number;
  /** Bytes of input. */
  readonly inputBytes: number;
}

/** Ended conversions of one UTC day, category and outcome. */
interface DayCount {
  /** `2026-11-21`. */
  readonly date: string;
  readonly category: Category;
  readonly outcome: Outcome;
  readonly count: number;
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** SQL of the running totals: a few rows for each day, kind and outcome. */
@Injectable()
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Completed conversions of all time. */
  async totals(): Promise<Totals> {
    const [row]: [Totals] = await this.dataSource.query(
      `SELECT coalesce(sum(conversions), 0)::bigint AS conversions,
              coalesce(sum(input_bytes), 0)::bigint AS "inputBytes"
         FROM daily_totals WHERE outcome = 'completed'`,
    );
    return row;
  }

  /** Ended conversions by UTC day, category and outcome since the day of a time, ascending. */
  days(sinceMs: number): Promise<DayCount[]> {
    return this.dataSource.query(
      `SELECT to_char(day, 'YYYY-MM-DD') AS date, kind AS category, outcome,
              sum(conversions)::bigint AS count
         FROM daily_totals WHERE day >= $1::date
        GROUP BY day, kind, outcome ORDER BY day, kind, outcome`,
      [dayOf(sinceMs)],
    );
  }

  /** Mean processing time of completed conversions since a day, ms; undefined if there were none. */
  async meanProcessingMs(kinds: readonly Category[], sinceMs: number): Promise<number | undefined> {
    const [row]: [{ mean: number | null }] = await this.dataSource.query(
      `SELECT (sum(processing_ms) / nullif(sum(conversions), 0))::double precision AS mean
         FROM daily_totals WHERE outcome = 'completed' AND kind = ANY($1) AND day >= $2::date`,
      [kinds, dayOf(sinceMs)],
    );
    return row.mean ?? undefined;
  }
}
