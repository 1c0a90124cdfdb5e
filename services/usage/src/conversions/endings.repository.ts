import type { Code, ErrorParams } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TOTAL_CATEGORY, UNFINISHED_CATEGORY, UNFINISHED_PERIOD } from '../quotas/charges.js';
import { TOTALS_SHARDS } from '../statistics/statistics.repository.js';
import { Conversion } from './conversion.entity.js';
import type { OwnerKey } from './conversions.repository.js';

/** How a conversion ends. */
export type Ending =
  | {
      readonly status: 'completed';
      readonly outputKey: string;
      readonly outputExtension: string;
      readonly convertedSizeBytes: number;
      readonly processingMs: number;
      readonly losses: readonly { code: string; message: string }[];
    }
  | {
      readonly status: 'failed' | 'cancelled';
      readonly code: Code;
      readonly params?: ErrorParams;
      readonly processingMs?: number;
    };

/** What must hold, besides that the conversion has not ended. */
export interface EndingGuard {
  readonly nowMs: number;
  /** Only if this is its current attempt, at work. */
  readonly attempt?: number;
  readonly owner?: OwnerKey;
  /** Only before its deadline, or only after it. */
  readonly overdue?: boolean;
}

/**
 * The one statement that ends a conversion: it makes the row final, commits or releases the reservation, and adds to the
 * running totals and the user's day, all or nothing. Counters are locked in the order in which acceptance raises them.
 */
const END = `
  WITH ended AS (
    UPDATE conversions
       SET status = $2, reservation = CASE WHEN $2 = 'completed' THEN 'committed' ELSE 'released' END,
           version = version + 1, updated_at = $3, finished_at = $3,
           output_key = $4, output_extension = $5, converted_size_bytes = $6, processing_ms = $7, losses = $8,
           error_code = $9, error_params = $10
     WHERE id = $1 AND status IN ('pending', 'converting')
       AND ($11::int IS NULL OR (attempt = $11 AND status = 'converting'))
       AND ($12::text IS NULL OR (owner_kind = $12 AND owner_id = $13))
       AND ($14::boolean IS NULL OR (deadline_at <= $3) = $14)
    RETURNING *
  ), owed AS (
    SELECT c.subject, c.period, c.category
      FROM ended e CROSS JOIN LATERAL unnest(e.charged_subjects) AS s(subject)
      JOIN counters c ON c.subject = s.subject
       AND (   (c.period = '${UNFINISHED_PERIOD}' AND c.category = '${UNFINISHED_CATEGORY}')
            OR (e.reservation = 'released' AND c.period = e.period
                AND c.category IN ('${TOTAL_CATEGORY}', e.kind)))
     ORDER BY c.subject, c.period, c.category
       FOR UPDATE OF c
  ), lowered AS (
    UPDATE counters c SET used = c.used - 1 FROM owed o
     WHERE c.subject = o.subject AND c.period = o.period AND c.category = o.category
  ), totalled AS (
    INSERT INTO daily_totals AS t
           (day, kind, outcome, shard, conversions, input_bytes, output_bytes, processing_ms)
    SELECT ($3::timestamptz AT TIME ZONE 'UTC')::date, kind, status,
           floor(random() * ${TOTALS_SHARDS}), 1, original_size_bytes,
           coalesce(converted_size_bytes, 0), coalesce(processing_ms, 0)
      FROM ended
    ON CONFLICT (day, kind, outcome, shard) DO UPDATE
       SET conversions = t.conversions + 1, input_bytes = t.input_bytes + excluded.input_bytes,
           output_bytes = t.output_bytes + excluded.output_bytes,
           processing_ms = t.processing_ms + excluded.processing_ms
  ), counted AS (
    INSERT INTO user_days AS d
           (user_id, day, kind, completed, failed, input_bytes, saved_bytes, processing_ms)
    SELECT owner_id::uuid, ($3::timestamptz AT TIME ZONE 'UTC')::date, kind,
           made, 1 - made, made * original_size_bytes,
           made * greatest(original_size_bytes - converted_size_bytes, 0), made * processing_ms
      FROM (SELECT owner_id, kind, (status = 'completed')::int AS made, original_size_bytes,
                   coalesce(converted_size_bytes, 0) AS converted_size_bytes,
                   coalesce(processing_ms, 0) AS processing_ms
              FROM ended WHERE owner_kind = 'user' AND status <> 'cancelled') AS e
    ON CONFLICT (user_id, day, kind) DO UPDATE
       SET completed = d.completed + excluded.completed, failed = d.failed + excluded.failed,
           input_bytes = d.input_bytes + excluded.input_bytes,
           saved_bytes = d.saved_bytes + excluded.saved_bytes,
           processing_ms = d.processing_ms + excluded.processing_ms
  )`;

/** SQL of how conversions end. */
@Injectable()
export class EndingsRepository {
  private readonly statement: string;

  constructor(private readonly dataSource: DataSource) {
    const columns = dataSource
      .getMetadata(Conversion)
      .columns.map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`);
    this.statement = `${END} SELECT ${columns.join(', ')} FROM ended`;
  }

  /** Ends a conversion that has not ended. @returns the final row, or undefined if the guard did not hold */
  async end(id: string, ending: Ending, guard: EndingGuard): Promise<Conversion | undefined> {
    const made = ending.status === 'completed' ? ending : undefined;
    const failed = ending.status === 'completed' ? undefined : ending;
    const rows: Conversion[] = await this.dataSource.query(this.statement, [
      id,
      ending.status,
      new Date(guard.nowMs).toISOString(),
      made?.outputKey ?? '',
      made?.outputExtension ?? '',
      made?.convertedSizeBytes ?? null,
      ending.processingMs ?? null,
      JSON.stringify(made?.losses ?? []),
      failed?.code ?? null,
      failed ? JSON.stringify(failed.params ?? {}) : null,
      guard.attempt ?? null,
      guard.owner?.kind ?? null,
      guard.owner?.id ?? null,
      guard.overdue ?? null,
    ]);
    return rows[0];
  }
}
