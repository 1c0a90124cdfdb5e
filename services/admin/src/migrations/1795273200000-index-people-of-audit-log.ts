import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what the log holds of one user, who may ask for it at any time. */
export class IndexPeopleOfAuditLog1795273200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX audit_log_subject_idx ON audit_log (subject)');
    await runner.query('CREATE INDEX audit_log_actor_idx ON audit_log (actor_user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_log_actor_idx');
    await runner.query('DROP INDEX audit_log_subject_idx');
  }
}
