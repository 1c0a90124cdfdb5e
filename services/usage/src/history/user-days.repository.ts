import type { Category } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A user's conversions of one category on one UTC day; all fields except `failed` concern completed ones. */
export interface UserDay {
  /** `2026-11-21`. */
  readonly date: string;
  readonly category: Category;
  readonly completed: number;
  readonly failed: number;
  readonly inputBytes: number;
  /** Saved bytes: inputs less outputs, if the output is smaller. */
  readonly savedBytes: number;
  readonly processingMs: number;
}

/** SQL of the sums by user and day, which the statement that ends conversions maintains. */
@Injectable()
export class UserDaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param sinceDate - such as `2026-11-21`. @returns ascending by day */
  since(userId: string, sinceDate: string): Promise<UserDay[]> {
    return this.dataSource.query(
      `SELECT to_char(day, 'YYYY-MM-DD') AS date, kind AS category, completed, failed,
              input_bytes AS "inputBytes", saved_bytes AS "savedBytes", processing_ms AS "processingMs"
         FROM user_days WHERE user_id = $1 AND day >= $2 ORDER BY day, kind`,
      [userId, sinceDate],
    );
  }

  /** Bytes of input of conversions completed since a day. */
  async inputBytes(userId: string, sinceDate: string): Promise<number> {
    const [row]: [{ bytes: number }] = await this.dataSource.query(
      `SELECT coalesce(sum(input_bytes), 0)::bigint AS bytes
         FROM user_days WHERE user_id = $1 AND day >= $2`,
      [userId, sinceDate],
    );
    return row.bytes;
  }

  /** Completed conversions by user; users without any are missing. */
  async completed(userIds: readonly string[]): Promise<Map<string, number>> {
    const rows: { userId: string; completed: number }[] = await this.dataSource.query(
      `SELECT user_id AS "userId", sum(completed)::bigint AS completed
         FROM user_days WHERE user_id = ANY($1) GROUP BY user_id`,
      [userIds],
    );
    return new Map(rows.map(({ userId, completed }) => [userId, completed]));
  }
}
