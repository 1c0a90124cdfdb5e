import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Conversion, conversionColumns, type Ending } from '../conversions/conversion.entity.js';
import type { OwnerKey } from '../conversions/conversions.repository.js';
import { isUnleased } from '../conversions/lifetime.js';
import { addFailedWork } from '../lanes/failed-work.repository.js';
import { TOTAL_CATEGORY, UNFINISHED_CATEGORY, UNFINISHED_PERIOD } from '../quotas/charges.js';
import { TOTALS_SHARDS } from '../statistics/statistics.repository.js';

/** Conditions for an ending, besides that the conversion has not ended. */
export interface EndingGuard {
  readonly nowMs: number;
  /** Only if this is its current, running attempt. */
  readonly attempt?: number;
  /** Only if its attempt has lost its lease. */
  readonly unleased?: boolean;
  readonly owner?: OwnerKey;
  /** True: only after its deadline; false: only before it. */
  readonly overdue?: boolean;
}

/** A conversion to end. */
export interface EndingRequest {
  readonly id: string;
  readonly ending: Ending;
  readonly guard: EndingGuard;
}

/**
 * The one statement that ends conversions. It ends rows, commits or releases their reservations, and updates the daily
 * totals, the users' days and the failed work, all or nothing. The work of an attempt is the time that its worker
 * reports, or else the time from its claim to the last extension of its lease. Counters are locked in the order in
 * which acceptance raises them. The statement checks `finished_at` and not the status, so that Postgres never uses the
 * index of all unfinished rows.
 */
const END = `
  WITH ended AS (
    UPDATE conversions c
       SET status = a.status,
           reservation = CASE WHEN a.status = 'completed' THEN 'committed' ELSE 'released' END,
           version = version + 1, updated_at = a.at, finished_at = a.at,
           output_key = a.output_key, output_extension = a.output_extension,
           converted_size_bytes = a.converted_size_bytes, processing_ms = a.processing_ms, losses = a.losses,
           error_code = a.error_code, error_params = a.error_params
      FROM jsonb_to_recordset($1) AS a(
             id uuid, status text, at timestamptz, output_key text, output_extension text,
             converted_size_bytes bigint, processing_ms bigint, losses jsonb, error_code text, error_params jsonb,
             attempt int, unleased boolean, owner_kind text, owner_id text, overdue boolean)
     WHERE c.id = a.id AND c.finished_at IS NULL
       AND (a.attempt IS NULL OR (c.attempt = a.attempt AND c.status = 'converting'))
       AND (a.unleased IS NULL OR ${isUnleased('c')})
       AND (a.owner_kind IS NULL OR (c.owner_kind = a.owner_kind AND c.owner_id = a.owner_id))
       AND (a.overdue IS NULL OR (c.deadline_at <= a.at) = a.overdue)
    RETURNING c.*
  ), decrements AS (
    SELECT c.subject, c.period, c.category, o.times
      FROM (SELECT s.subject, k.period, k.category, count(*) AS times
              FROM ended e
             CROSS JOIN LATERAL unnest(e.charged_subjects) AS s(subject)
             CROSS JOIN LATERAL (VALUES ('${UNFINISHED_PERIOD}', '${UNFINISHED_CATEGORY}', true),
                                        (e.period, '${TOTAL_CATEGORY}', e.reservation = 'released'),
                                        (e.period, e.kind, e.reservation = 'released')
                                ) AS k(period, category, is_released)
             WHERE k.is_released
             GROUP BY s.subject, k.period, k.category) AS o
      JOIN counters c ON c.subject = o.subject AND c.period = o.period AND c.category = o.category
     ORDER BY c.subject, c.period, c.category
       FOR UPDATE OF c
  ), lowered AS (
    UPDATE counters c SET used = c.used - o.times FROM decrements o
     WHERE c.subject = o.subject AND c.period = o.period AND c.category = o.category
  ), ended_files AS (
    SELECT owner_kind, owner_id, (finished_at AT TIME ZONE 'UTC')::date AS day, kind, status,
           (status = 'completed')::int AS completed,
           CASE WHEN inputs IS NULL THEN original_size_bytes
                ELSE (SELECT sum((part ->> 'sizeBytes')::bigint) FROM jsonb_array_elements(inputs) AS part)
           END AS original_size_bytes,
           coalesce(converted_size_bytes, 0) AS converted_size_bytes, coalesce(processing_ms, 0) AS processing_ms
      FROM ended
  ), totalled AS (
    INSERT INTO daily_totals AS t
           (day, kind, outcome, shard, conversions, input_bytes, output_bytes, processing_ms)
    SELECT day, kind, status, (SELECT floor(random() * ${TOTALS_SHARDS})), count(*), sum(original_size_bytes),
           sum(converted_size_bytes), sum(processing_ms)
      FROM ended_files GROUP BY day, kind, status ORDER BY day, kind, status
    ON CONFLICT (day, kind, outcome, shard) DO UPDATE
       SET conversions = t.conversions + excluded.conversions,
           input_bytes = t.input_bytes + excluded.input_bytes,
           output_bytes = t.output_bytes + excluded.output_bytes,
           processing_ms = t.processing_ms + excluded.processing_ms
  ), user_totals AS (
    INSERT INTO user_days AS d
           (user_id, day, kind, completed, failed, input_bytes, saved_bytes, processing_ms)
    SELECT owner_id::uuid, day, kind, sum(completed), sum(1 - completed), sum(completed * original_size_bytes),
           sum(completed * greatest(original_size_bytes - converted_size_bytes, 0)),
           sum(completed * processing_ms)
      FROM ended_files WHERE owner_kind = 'user' AND status <> 'cancelled'
     GROUP BY owner_id, day, kind ORDER BY owner_id, day, kind
    ON CONFLICT (user_id, day, kind) DO UPDATE
       SET completed = d.completed + excluded.completed, failed = d.failed + excluded.failed,
           input_bytes = d.input_bytes + excluded.input_bytes,
           saved_bytes = d.saved_bytes + excluded.saved_bytes,
           processing_ms = d.processing_ms + excluded.processing_ms
  ), failed_attempts AS (
    SELECT date_trunc('hour', e.finished_at, 'UTC') AS hour, s.subject,
           coalesce(e.processing_ms, 1000 * extract(epoch FROM e.checked_at - e.claimed_at)) AS engine_ms
      FROM ended e CROSS JOIN LATERAL unnest(e.charged_subjects) AS s(subject)
     WHERE e.status <> 'completed' AND e.claimed_at IS NOT NULL
  ), counted_failures AS (${addFailedWork('failed_attempts')})`;

/** SQL that ends conversions. */
@Injectable()
export class EndingsRepository {
  private readonly statement: string;

  constructor(private readonly dataSource: DataSource) {
    this.statement = `${END} SELECT ${conversionColumns(dataSource)} FROM ended r`;
  }

  /**
   * Ends conversions that have not ended and whose guards hold.
   *
   * @param requests - each conversion once
   * @returns the ended rows, in any order
   */
  end(requests: readonly EndingRequest[]): Promise<Conversion[]> {
    return this.dataSource.query(this.statement, [JSON.stringify(requests.map(recordOf))]);
  }
}

function recordOf({ id, ending, guard }: EndingRequest): Record<string, unknown> {
  const completed = ending.status === 'completed' ? ending : undefined;
  const failed = ending.status === 'completed' ? undefined : ending;
  return {
    id,
    status: ending.status,
    at: new Date(guard.nowMs).toISOString(),
    output_key: completed?.outputKey ?? '',
    output_extension: completed?.outputExtension ?? '',
    converted_size_bytes: completed?.convertedSizeBytes,
    processing_ms: ending.processingMs,
    losses: completed?.losses ?? [],
    error_code: failed?.code,
    error_params: failed && (failed.params ?? {}),
    attempt: guard.attempt,
    unleased: guard.unleased,
    owner_kind: guard.owner?.kind,
    owner_id: guard.owner?.id,
    overdue: guard.overdue,
  };
}
