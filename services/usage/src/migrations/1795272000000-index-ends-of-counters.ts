import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the purge find counters whose period is over. The instant never changes, so raising a counter still leaves its
 * indexes alone. Built while the table is in use; what an attempt that failed has left is removed first.
 */
export class IndexEndsOfCounters1795272000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS counters_by_end');
    await runner.query('CREATE INDEX CONCURRENTLY counters_by_end ON counters (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    // Migrations are taken back inside a transaction, whatever they say.
    await runner.query('DROP INDEX counters_by_end');
  }
}
