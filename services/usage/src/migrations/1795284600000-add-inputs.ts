import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of a conversion that makes one file of several. */
export class AddInputs1795284600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversions ADD COLUMN inputs jsonb');
    await runner.query(
      `COMMENT ON COLUMN conversions.inputs IS
         'Name, format, size and SHA-256 of each file if several become one; names and hashes go with the files'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversions DROP COLUMN inputs');
  }
}
