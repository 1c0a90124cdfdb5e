import type { PlanTable } from '@filemill/plans';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A stored plan table; its reader must validate it. */
interface StoredPlans {
  readonly version: number;
  readonly plans: unknown;
}

/** SQL of the plan tables that administrators have made. */
@Injectable()
export class PlansRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest table, if it is newer than a version. */
  async newerThan(version: number): Promise<StoredPlans | undefined> {
    const rows: StoredPlans[] = await this.dataSource.query(
      'SELECT version, plans FROM plan_tables WHERE version > $1 ORDER BY version DESC LIMIT 1',
      [version],
    );
    return rows[0];
  }

  /** One version, if an administrator has created it. */
  async find(version: number): Promise<StoredPlans | undefined> {
    const rows: StoredPlans[] = await this.dataSource.query(
      'SELECT version, plans FROM plan_tables WHERE version = $1',
      [version],
    );
    return rows[0];
  }

  /**
   * Adds the version after `version`, unless it exists: of several tables that were edited from the same
   * version only one is stored.
   *
   * @param madeBy - id of the administrator
   * @returns whether it was added
   */
  async add(version: number, plans: PlanTable, madeBy: string, madeAtMs: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO plan_tables (version, plans, made_by, made_at)
       SELECT $1::int + 1, $2, $3, $4
        WHERE $1 = (SELECT coalesce(max(version), 1) FROM plan_tables)
       ON CONFLICT (version) DO NOTHING
       RETURNING version`,
      [version, JSON.stringify(plans), madeBy, new Date(madeAtMs).toISOString()],
    );
    return rows.length > 0;
  }
}
