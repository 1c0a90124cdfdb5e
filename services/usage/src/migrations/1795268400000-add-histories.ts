import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Idempotency keys, and what a user's pages show without reading the ledger: how many rows, and sums by day. */
export class AddHistories1795268400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        user_id       uuid NOT NULL,
        key           text NOT NULL,
        request_hash  bytea NOT NULL,
        conversion_id uuid NOT NULL,
        created_at    timestamptz NOT NULL,
        PRIMARY KEY (user_id, key)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)');
    await runner.query(`
      CREATE TABLE user_histories (
        user_id     uuid PRIMARY KEY,
        conversions bigint NOT NULL CHECK (conversions >= 0),
        erased_at   timestamptz
      ) WITH (fillfactor = 70)`);
    await runner.query(`
      CREATE TABLE user_days (
        user_id       uuid NOT NULL,
        day           date NOT NULL,
        kind          text NOT NULL,
        completed     integer NOT NULL,
        failed        integer NOT NULL,
        input_bytes   bigint NOT NULL,
        saved_bytes   bigint NOT NULL,
        processing_ms bigint NOT NULL,
        PRIMARY KEY (user_id, day, kind)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX user_days_by_age ON user_days USING brin (day)');
    await runner.query(`
      INSERT INTO user_histories (user_id, conversions)
      SELECT owner_id::uuid, count(*) FROM conversions WHERE owner_kind = 'user' GROUP BY owner_id`);
    await runner.query(`
      INSERT INTO user_days
      SELECT owner_id::uuid, (finished_at AT TIME ZONE 'UTC')::date, kind,
             count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed'),
             coalesce(sum(original_size_bytes) FILTER (WHERE status = 'completed'), 0),
             coalesce(sum(greatest(original_size_bytes - converted_size_bytes, 0))
                      FILTER (WHERE status = 'completed'), 0),
             coalesce(sum(processing_ms) FILTER (WHERE status = 'completed'), 0)
        FROM conversions WHERE owner_kind = 'user' AND status IN ('completed', 'failed')
       GROUP BY 1, 2, 3`);
    // Pages of a long history are found in an index alone, which needs tables that are vacuumed in small steps.
    await runner.query(`
      ALTER TABLE conversions
        SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01)`);
    await runner.query(`
      COMMENT ON COLUMN user_histories.conversions IS 'Rows that the ledger holds of this user';
      COMMENT ON COLUMN user_histories.erased_at IS
        'The user was deleted: nothing more is accepted, and the row goes an hour later';
      COMMENT ON COLUMN user_days.day IS 'UTC, on which the conversions ended';
      COMMENT ON COLUMN user_days.input_bytes IS 'Of completed conversions, as are saved_bytes and processing_ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conversions
        RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)`);
    await runner.query('DROP TABLE user_days');
    await runner.query('DROP TABLE user_histories');
    await runner.query('DROP TABLE idempotency_keys');
  }
}
