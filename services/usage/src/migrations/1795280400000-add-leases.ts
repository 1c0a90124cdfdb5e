import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an attempt was claimed and last seen alive. Rows of before have neither: their attempts count as dead, as before. */
export class AddLeases1795280400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE conversions ADD COLUMN claimed_at timestamptz, ADD COLUMN checked_at timestamptz',
    );
    await runner.query(`
      COMMENT ON COLUMN conversions.claimed_at IS
        'Of the attempt at work, by the clock of the database; none while nobody is at work';
      COMMENT ON COLUMN conversions.checked_at IS 'When that attempt was last seen alive, by the same clock'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversions DROP COLUMN checked_at, DROP COLUMN claimed_at');
  }
}
