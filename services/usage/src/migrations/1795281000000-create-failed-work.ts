import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Engine time that came to nothing, by hour and subject. Rows go after a day. */
export class CreateFailedWork1795281000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE failed_work (
        hour      timestamptz NOT NULL,
        subject   text NOT NULL,
        engine_ms bigint NOT NULL CHECK (engine_ms > 0),
        PRIMARY KEY (hour, subject)
      ) WITH (fillfactor = 70)`);
    await runner.query(`
      CREATE TABLE failed_uploads (
        conversion_id uuid PRIMARY KEY,
        hour          timestamptz NOT NULL
      )`);
    await runner.query(`
      COMMENT ON TABLE failed_work IS 'Engine time of attempts that failed or were cancelled';
      COMMENT ON COLUMN failed_work.subject IS 'As in counters';
      COMMENT ON TABLE failed_uploads IS
        'Refused uploads whose engine time has been counted, so that a repeated call counts once'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE failed_uploads');
    await runner.query('DROP TABLE failed_work');
  }
}
