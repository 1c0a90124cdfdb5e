import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['stripe_events_processed_idx', 'stripe_events (processed_at) WHERE processed_at IS NOT NULL'],
  ['outbox_delivered_idx', 'outbox (delivered_at) WHERE delivered_at IS NOT NULL'],
] as const;

/**
 * Lets the purges find what is done and old. Built while the tables are in use; what an attempt that failed has left is
 * removed first.
 */
export class IndexWhatIsDone1795272000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, of] of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // Migrations are taken back inside a transaction, whatever they say.
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}
