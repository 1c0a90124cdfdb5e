import type { Lane } from '@filemill/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface Waiting {
  readonly id: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly requestId: string;
  readonly inputKey: string;
}

const at = (ms: number): string => new Date(ms).toISOString();
const UNFINISHED = `status IN ('pending', 'converting')`;
const WAITING = 'id, lane, priority, request_id AS "requestId", input_key AS "inputKey"';

/** SQL of the sweep and of what is forgotten after a time. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Unfinished conversions whose deadline has passed. */
  async overdue(nowMs: number, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM conversions WHERE ${UNFINISHED} AND deadline_at <= $1 ORDER BY deadline_at LIMIT $2`,
      [at(nowMs), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Unfinished conversions whose row has not changed since an instant. */
  unchangedSince(sinceMs: number): Promise<Waiting[]> {
    return this.dataSource.query(
      `SELECT ${WAITING} FROM conversions WHERE ${UNFINISHED} AND updated_at <= $1 ORDER BY priority`,
      [at(sinceMs)],
    );
  }

  /** Unfinished conversions that were accepted before an instant and are not first in their lanes. */
  acceptedBefore(instantMs: number): Promise<Waiting[]> {
    return this.dataSource.query(
      `SELECT ${WAITING} FROM conversions WHERE ${UNFINISHED} AND created_at < $1 AND priority > 1`,
      [at(instantMs)],
    );
  }

  /** Changes the place of a conversion, at which it is queued again. */
  async setPriority(id: string, priority: number): Promise<void> {
    await this.dataSource.query(`UPDATE conversions SET priority = $2 WHERE id = $1 AND ${UNFINISHED}`, [
      id,
      priority,
    ]);
  }

  /** Removes up to `limit` rows of the ledger whose upload began before an instant. @returns how many */
  async purgeLedger(startedBeforeMs: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH purged AS (
         DELETE FROM conversions
          WHERE id IN (SELECT id FROM conversions WHERE started_at < $1 AND finished_at IS NOT NULL LIMIT $2)
         RETURNING id
       ) SELECT id FROM purged`,
      [at(startedBeforeMs), limit],
    );
    return rows.length;
  }
}
