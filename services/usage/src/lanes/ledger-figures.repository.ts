import type { Lane, UNFINISHED_STATUSES } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_UNFINISHED } from '../conversions/conversion.entity.js';

/** Unfinished conversions of one lane, plan and status. */
export interface UnfinishedFigures {
  readonly lane: Lane;
  readonly plan: string;
  readonly status: (typeof UNFINISHED_STATUSES)[number];
  readonly count: number;
  /** When the oldest of them was accepted. */
  readonly oldestAt: Date;
  readonly overdue: number;
}

/** SQL of the current figures of the ledger and its server. */
@Injectable()
export class LedgerFiguresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads only unfinished rows, through their own index: as many as there are jobs. */
  unfinished(nowMs: number): Promise<UnfinishedFigures[]> {
    return this.dataSource.query(
      `SELECT lane, plan, status, count(*)::int AS count, min(created_at) AS "oldestAt",
              count(*) FILTER (WHERE deadline_at <= $1)::int AS overdue
         FROM conversions WHERE ${IS_UNFINISHED}
        GROUP BY lane, plan, status`,
      [new Date(nowMs).toISOString()],
    );
  }

  /** Connections of all databases of the server, which any role may count, and their maximum. */
  async connections(): Promise<{ connections: number; limit: number }> {
    const [row] = await this.dataSource.query(
      `SELECT sum(numbackends)::int AS connections, current_setting('max_connections')::int AS "limit"
         FROM pg_stat_database`,
    );
    return row;
  }
}
