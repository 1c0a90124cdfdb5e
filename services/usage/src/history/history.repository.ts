import type { Category } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Conversion, conversionColumns } from '../conversions/conversion.entity.js';
import type { OwnerKey } from '../conversions/conversions.repository.js';

/** Sorts after every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** SQL of the lists, and of an owner's use of the allowance. Ids begin with the time of the upload, so the newest row has the highest. */
@Injectable()
export class HistoryRepository {
  /** Every column under its name in {@link Conversion}. */
  private readonly columns: string;

  constructor(private readonly dataSource: DataSource) {
    this.columns = conversionColumns(dataSource);
  }

  /**
   * One page of an owner's conversions, newest first. Earlier rows are skipped in the index, without
   * reading them.
   */
  page({ kind, id }: OwnerKey, offset: number, limit: number): Promise<Conversion[]> {
    return this.dataSource.query(
      `SELECT ${this.columns}
         FROM (SELECT id FROM conversions WHERE owner_kind = $1 AND owner_id = $2
                ORDER BY id DESC OFFSET $3 LIMIT $4) AS p
         JOIN conversions r ON r.id = p.id
        ORDER BY p.id DESC`,
      [kind, id, offset, limit],
    );
  }

  /** Input bytes that an owner with few rows has completed since a day, such as `2026-11-21`; users have sums by day. */
  async inputBytes({ kind, id }: OwnerKey, firstDay: string): Promise<number> {
    const rows: { bytes: string }[] = await this.dataSource.query(
      `SELECT coalesce(sum(original_size_bytes), 0) AS bytes FROM conversions
        WHERE owner_kind = $1 AND owner_id = $2 AND status = 'completed' AND finished_at >= $3`,
      [kind, id, `${firstDay}T00:00:00Z`],
    );
    return Number(rows[0]?.bytes ?? 0);
  }

  /** Number of a user's conversions in the ledger. */
  async count(userId: string): Promise<number> {
    const rows: { conversions: number }[] = await this.dataSource.query(
      'SELECT conversions FROM user_histories WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.conversions ?? 0;
  }

  /** Conversions of all owners that began before the one with an id, newest first. */
  recent(limit: number, beforeId: string = LAST_ID): Promise<Conversion[]> {
    return this.dataSource.query(
      `SELECT ${this.columns} FROM conversions r WHERE id < $1 ORDER BY id DESC LIMIT $2`,
      [beforeId, limit],
    );
  }

  /** Reserved and committed conversions of a period, such as `2026-11`, by category and as `total`; without zeros. */
  async used({ kind, id }: OwnerKey, period: string): Promise<Partial<Record<Category | 'total', number>>> {
    const rows: { category: string; used: number }[] = await this.dataSource.query(
      'SELECT category, used FROM counters WHERE subject = $1 AND period = $2',
      [`${kind}:${id}`, period],
    );
    return Object.fromEntries(rows.map(({ category, used }) => [category, used]));
  }
}
