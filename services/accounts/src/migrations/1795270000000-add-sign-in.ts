import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Language and plan version of users, use of API keys, password resets, and the outbox. */
export class AddSignIn1795270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN language text NOT NULL DEFAULT 'en',
        ADD COLUMN plan_version bigint NOT NULL DEFAULT 0`);
    await runner.query('CREATE INDEX users_created_at_idx ON users (created_at DESC, id DESC)');
    await runner.query('ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz');
    // One row a user: a new token takes the place of the one before.
    await runner.query(`
      CREATE TABLE password_resets (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
        expires_at timestamptz NOT NULL,
        CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash)
      )`);
    await runner.query(`
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        receiver text NOT NULL CHECK (receiver IN ('usage', 'billing', 'mail')),
        subject text NOT NULL,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX outbox_due_at_idx ON outbox (receiver, due_at)');
    await runner.query('CREATE INDEX outbox_subject_idx ON outbox (receiver, subject, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, password_resets');
    await runner.query('ALTER TABLE api_keys DROP COLUMN last_used_at');
    await runner.query('DROP INDEX users_created_at_idx');
    await runner.query('ALTER TABLE users DROP COLUMN language, DROP COLUMN plan_version');
  }
}
