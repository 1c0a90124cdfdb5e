import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what to whom, when and why. */
export class CreateAuditLog1795257600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id uuid PRIMARY KEY,
        actor_user_id uuid NOT NULL,
        action text NOT NULL,
        subject text NOT NULL,
        reason text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX audit_log_newest_idx ON audit_log (created_at DESC, id DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
