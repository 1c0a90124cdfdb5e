import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, their sessions and their API keys. */
export class CreateAccounts1795257600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        email text NOT NULL CHECK (email = lower(email)),
        username text NOT NULL,
        password_hash text NOT NULL,
        plan text NOT NULL CHECK (plan IN ('free', 'pro')),
        subscription_expires_at timestamptz,
        subscription_cancelled_at timestamptz,
        is_admin boolean NOT NULL,
        suspended_at timestamptz,
        created_at timestamptz NOT NULL,
        CONSTRAINT users_email_key UNIQUE (email)
      )`);
    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
      )`);
    await runner.query('CREATE INDEX sessions_user_id_idx ON sessions (user_id)');
    await runner.query('CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)');
    await runner.query(`
      CREATE TABLE api_keys (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
        key_encrypted bytea NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys, sessions, users');
  }
}
