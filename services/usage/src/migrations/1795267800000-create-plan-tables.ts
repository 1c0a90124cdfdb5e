import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plan tables that administrators have put in force; none is ever changed or removed. */
export class CreatePlanTables1795267800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE plan_tables (
        version integer PRIMARY KEY CHECK (version > 1),
        plans   jsonb NOT NULL,
        made_by uuid NOT NULL,
        made_at timestamptz NOT NULL
      )`);
    await runner.query(`
      COMMENT ON TABLE plan_tables IS
        'The newest version is in force; version 1 is the default of packages/plans'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_tables');
  }
}
