import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Number of subscriptions or grants that are not over. */
interface LiveSubscriptions {
  readonly source: 'stripe' | 'grant';
  readonly state: 'active' | 'past_due';
  readonly count: number;
}

/** Payments or refunds in one currency. */
interface RevenueMovement {
  readonly movement: 'paid' | 'refunded';
  readonly currency: string;
  readonly minor: number;
}

/** SQL of the figures that are metrics: every statement reads only the rows of one partial or ranged index. */
@Injectable()
export class FiguresRepository {
  constructor(private readonly dataSource: DataSource) {}

  subscriptions(): Promise<LiveSubscriptions[]> {
    return this.dataSource.query(
      `SELECT source, state, count(*)::int AS count FROM subscriptions
        WHERE state <> 'cancelled' GROUP BY source, state`,
    );
  }

  /** Movements since an instant. */
  movements(since: Date): Promise<RevenueMovement[]> {
    return this.dataSource.query(
      `SELECT 'paid' AS movement, currency, sum(paid_minor)::bigint AS minor
         FROM invoices WHERE paid_at >= $1 GROUP BY currency
       UNION ALL
       SELECT 'refunded', currency, sum(refunded_minor)::bigint
         FROM refunds WHERE created_at >= $1 AND status NOT IN ('failed', 'canceled') GROUP BY currency`,
      [since],
    );
  }
}
