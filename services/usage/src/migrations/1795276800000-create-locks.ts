import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leases of what one instance does for all. */
export class CreateLocks1795276800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE locks (
        name       text PRIMARY KEY,
        holder     uuid NOT NULL,
        held_until timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE locks');
  }
}
