import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stripe customers, subscriptions, the inbox of Stripe's events and the outbox towards accounts. */
export class CreateBilling1795257600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers (
        user_id uuid PRIMARY KEY,
        stripe_customer_id text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT customers_stripe_customer_id_key UNIQUE (stripe_customer_id)
      )`);
    await runner.query(`
      CREATE TABLE subscriptions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        source text NOT NULL CHECK (source IN ('stripe', 'grant')),
        stripe_subscription_id text,
        state text NOT NULL CHECK (state IN ('active', 'past_due', 'cancelled')),
        expires_at timestamptz,
        cancelled_at timestamptz,
        created_at timestamptz NOT NULL,
        CONSTRAINT subscriptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
        CHECK ((source = 'stripe') = (stripe_subscription_id IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX subscriptions_user_id_idx ON subscriptions (user_id, created_at DESC)');
    await runner.query(`
      CREATE TABLE stripe_events (
        id text PRIMARY KEY,
        type text NOT NULL,
        object_id text NOT NULL,
        received_at timestamptz NOT NULL,
        processed_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX stripe_events_open_idx ON stripe_events (received_at) WHERE processed_at IS NULL',
    );
    await runner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        delivered_at timestamptz
      )`);
    await runner.query('CREATE INDEX outbox_open_idx ON outbox (created_at) WHERE delivered_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, stripe_events, subscriptions, customers');
  }
}
