import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payment: what each user is worth (`entitlements`), invoices and refunds, locks, and the marks by which inbox and
 * outbox are worked off. `retry_at`, `held_until` are of the database's clock: they order work, and are no business
 * instants.
 */
export class AddPayments1795264200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers ADD COLUMN deleted_at timestamptz');
    await runner.query(`
      ALTER TABLE subscriptions
        ADD COLUMN period_ends_at timestamptz,
        ADD COLUMN grace_ends_at timestamptz,
        ADD COLUMN reason text,
        ADD COLUMN granted_by text`);
    await runner.query(`
      CREATE UNIQUE INDEX subscriptions_live_grant_key ON subscriptions (user_id)
        WHERE source = 'grant' AND state = 'active'`);
    await runner.query(`
      ALTER TABLE stripe_events
        ADD COLUMN customer_id text,
        ADD COLUMN attempts int NOT NULL DEFAULT 0,
        ADD COLUMN retry_at timestamptz NOT NULL DEFAULT now()`);
    await runner.query(`
      ALTER TABLE outbox
        ADD COLUMN user_id uuid,
        ADD COLUMN version bigint,
        ADD COLUMN attempts int NOT NULL DEFAULT 0,
        ADD COLUMN retry_at timestamptz NOT NULL DEFAULT now()`);
    await runner.query(
      'CREATE INDEX outbox_open_user_idx ON outbox (user_id, version) WHERE delivered_at IS NULL',
    );
    await runner.query(`
      CREATE TABLE entitlements (
        user_id uuid PRIMARY KEY,
        plan text NOT NULL CHECK (plan IN ('free', 'pro')),
        expires_at timestamptz,
        cancelled_at timestamptz,
        version bigint NOT NULL,
        changes_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX entitlements_changes_at_idx ON entitlements (changes_at) WHERE changes_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE invoices (
        id text PRIMARY KEY,
        user_id uuid,
        stripe_customer_id text NOT NULL,
        paid_minor bigint NOT NULL,
        currency text NOT NULL,
        paid_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE refunds (
        id text PRIMARY KEY,
        user_id uuid,
        stripe_customer_id text NOT NULL,
        charge_id text NOT NULL,
        refunded_minor bigint NOT NULL,
        currency text NOT NULL,
        status text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    for (const table of ['invoices', 'refunds']) {
      await runner.query(`CREATE INDEX ${table}_user_id_idx ON ${table} (user_id)`);
      await runner.query(`CREATE INDEX ${table}_customer_idx ON ${table} (stripe_customer_id)`);
    }
    await runner.query(
      'CREATE TABLE locks (name text PRIMARY KEY, holder uuid NOT NULL, held_until timestamptz NOT NULL)',
    );
    await runner.query('CREATE TABLE runs (name text PRIMARY KEY, ran_at timestamptz NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE runs, locks, refunds, invoices, entitlements');
    await runner.query('DROP INDEX outbox_open_user_idx, subscriptions_live_grant_key');
    await runner.query(
      'ALTER TABLE outbox DROP COLUMN user_id, DROP COLUMN version, DROP COLUMN attempts, DROP COLUMN retry_at',
    );
    await runner.query(
      'ALTER TABLE stripe_events DROP COLUMN customer_id, DROP COLUMN attempts, DROP COLUMN retry_at',
    );
    await runner.query(`
      ALTER TABLE subscriptions
        DROP COLUMN period_ends_at, DROP COLUMN grace_ends_at, DROP COLUMN reason, DROP COLUMN granted_by`);
    await runner.query('ALTER TABLE customers DROP COLUMN deleted_at');
  }
}
