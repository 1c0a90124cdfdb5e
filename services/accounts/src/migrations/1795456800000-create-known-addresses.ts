import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the owners of accounts have signed in, for which the queues' Redis was no place: a row lives for 90 days. */
export class CreateKnownAddresses1795456800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_addresses (
        pair_hash bytea PRIMARY KEY CHECK (length(pair_hash) = 32),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        seen_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX known_addresses_user_id_idx ON known_addresses (user_id, seen_at DESC)');
    await runner.query('CREATE INDEX known_addresses_seen_at_idx ON known_addresses (seen_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_addresses');
  }
}
