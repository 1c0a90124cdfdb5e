import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger of conversions, the counters of the quotas and the running totals. */
export class CreateLedger1795257600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conversions (
        id                   uuid PRIMARY KEY,
        owner_kind           text NOT NULL CHECK (owner_kind IN ('guest', 'user')),
        owner_id             text NOT NULL,
        owner_address        text NOT NULL,
        plan                 text NOT NULL,
        kind                 text NOT NULL,
        lane                 text NOT NULL,
        input_format         text NOT NULL,
        output_format        text NOT NULL,
        options              jsonb NOT NULL,
        status               text NOT NULL DEFAULT 'pending'
                             CHECK (status IN ('pending', 'converting', 'completed', 'failed', 'cancelled')),
        version              integer NOT NULL DEFAULT 1,
        reservation          text NOT NULL DEFAULT 'reserved'
                             CHECK (reservation IN ('reserved', 'committed', 'released')),
        charged_subjects     text[] NOT NULL,
        period               text NOT NULL,
        attempt              integer NOT NULL DEFAULT 0,
        tries                integer NOT NULL DEFAULT 0,
        priority             integer NOT NULL,
        request_id           text NOT NULL,
        key_prefix           text NOT NULL,
        input_key            text NOT NULL,
        output_key           text NOT NULL DEFAULT '',
        output_extension     text NOT NULL DEFAULT '',
        original_file_name   text NOT NULL,
        original_size_bytes  bigint NOT NULL,
        converted_size_bytes bigint,
        processing_ms        bigint,
        losses               jsonb NOT NULL DEFAULT '[]',
        error_code           text,
        error_params         jsonb,
        started_at           timestamptz NOT NULL,
        created_at           timestamptz NOT NULL,
        updated_at           timestamptz NOT NULL,
        finished_at          timestamptz,
        deadline_at          timestamptz NOT NULL,
        expires_at           timestamptz NOT NULL,
        erase_at             timestamptz NOT NULL,
        erased_at            timestamptz,
        CONSTRAINT reserved_while_unfinished
          CHECK ((status IN ('pending', 'converting')) = (reservation = 'reserved')),
        CONSTRAINT finished_at_end
          CHECK ((status IN ('pending', 'converting')) = (finished_at IS NULL))
      )`);
    await runner.query(`
      CREATE INDEX conversions_unfinished ON conversions (updated_at)
        WHERE status IN ('pending', 'converting')`);
    await runner.query('CREATE INDEX conversions_unerased ON conversions (erase_at) WHERE erased_at IS NULL');
    await runner.query('CREATE INDEX conversions_by_owner ON conversions (owner_kind, owner_id, id)');
    await runner.query('CREATE INDEX conversions_by_age ON conversions USING brin (started_at)');

    await runner.query(`
      CREATE TABLE counters (
        subject  text NOT NULL,
        period   text NOT NULL,
        category text NOT NULL,
        used     integer NOT NULL CHECK (used >= 0),
        ends_at  timestamptz,
        PRIMARY KEY (subject, period, category)
      ) WITH (fillfactor = 70)`);
    await runner.query(`
      CREATE TABLE daily_totals (
        day           date NOT NULL,
        kind          text NOT NULL,
        outcome       text NOT NULL,
        shard         smallint NOT NULL,
        conversions   bigint NOT NULL,
        input_bytes   bigint NOT NULL,
        output_bytes  bigint NOT NULL,
        processing_ms bigint NOT NULL,
        PRIMARY KEY (day, kind, outcome, shard)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      COMMENT ON COLUMN conversions.tries IS
        'Attempts that were not handed back; the second is the last';
      COMMENT ON COLUMN conversions.charged_subjects IS
        'Whose counters this conversion raised; emptied with the names';
      COMMENT ON COLUMN daily_totals.shard IS
        'By chance, so that conversions which end together do not wait for one row';
      COMMENT ON TABLE counters IS
        'Reserved and committed conversions; period "now", category "unfinished" counts those not ended'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE daily_totals');
    await runner.query('DROP TABLE counters');
    await runner.query('DROP TABLE conversions');
  }
}
