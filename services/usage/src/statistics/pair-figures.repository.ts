import type { usage } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Conversions that are looked at, the newest: it bounds the cost of the query. */
const NEWEST = 100_000;
/** With fewer a single file would decide. */
const MIN_ENDED = 10;

/** The smallest UUIDv7 of an instant: its first 48 bits are the time. */
const firstIdOf = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** SQL of how the conversions of each pair of formats end. */
@Injectable()
export class PairFiguresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Pairs with enough conversions that started since an instant. */
  since(sinceMs: number): Promise<usage.PairFigures[]> {
    return this.dataSource.query(
      `SELECT input_format AS "inputFormat", output_format AS "outputFormat", count(*)::bigint AS ended,
              count(*) FILTER (WHERE status = 'completed')::bigint AS completed,
              round(percentile_cont(0.5) WITHIN GROUP (ORDER BY processing_ms)
                    FILTER (WHERE status = 'completed'))::bigint AS "medianMs"
         FROM (SELECT input_format, output_format, status, processing_ms
                 FROM conversions WHERE id >= $1 AND inputs IS NULL ORDER BY id DESC LIMIT ${NEWEST}) AS newest
        WHERE status IN ('completed', 'failed')
        GROUP BY input_format, output_format HAVING count(*) >= ${MIN_ENDED}`,
      [firstIdOf(sinceMs)],
    );
  }
}
