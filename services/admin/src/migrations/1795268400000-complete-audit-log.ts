import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How each action ended, and the versions of settings. Entries of before were written with their effect. */
export class CompleteAuditLog1795268400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log
        ADD COLUMN outcome text NOT NULL DEFAULT 'done' CHECK (outcome IN ('begun', 'done', 'refused')),
        ADD COLUMN old_version integer,
        ADD COLUMN new_version integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE audit_log DROP COLUMN outcome, DROP COLUMN old_version, DROP COLUMN new_version',
    );
  }
}
