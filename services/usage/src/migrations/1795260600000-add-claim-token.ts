import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which claim the current attempt was granted to, so that a repeated call is not a second try. */
export class AddClaimToken1795260600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversions ADD COLUMN claim_token uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversions DROP COLUMN claim_token');
  }
}
