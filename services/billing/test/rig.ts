import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { billing } from '@filemill/contracts';
import { startTestService, type TestService } from '@filemill/contracts/testing';
import { createDataSource, PATIENT, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { AppError } from '@filemill/errors';
import { startGrpcServer } from '@filemill/service';
import type { INestMicroservice, Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import {
  type StripeEmulator,
  type StripeOptions,
  startStripe,
} from '../../../deploy/stripe-emulator/server/start.ts';
import { billingService } from '../src/app.module.js';
import { loadBillingConfig } from '../src/config.js';
import { billingDatabase } from '../src/database.js';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.js';
import { MemoryAccounts, servePlans } from './fake-services.js';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;
/** The webhook secret that the emulator and billing share. */
export const SECRET = 'whsec_of_the_tests';
/** Far longer than anything takes: no test depends on the speed of its machine. */
const EVENTUALLY_MS = 60_000;

/** Billing with real Postgres, the Stripe emulator, and the other services in memory; all share one clock. */
export class Rig {
  offsetMs = 0;
  readonly clock = { nowMs: (): number => Date.now() + this.offsetMs };
  readonly accounts = new MemoryAccounts();
  stripe!: StripeEmulator;
  service!: TestService<billing.BillingService>;
  /** The test's separate connection to Postgres. */
  sql!: DataSource;
  private app!: INestMicroservice;
  private postgres!: TestPostgres;
  private webhook!: Server;
  private databaseUrl!: string;

  /** @param onCall - receives every call of Stripe's API */
  static async start(env: Record<string, string> = {}, onCall?: StripeOptions['onCall']): Promise<Rig> {
    const rig = new Rig();
    rig.postgres = await TestPostgres.start();
    rig.databaseUrl = await rig.postgres.createService('billing');
    rig.sql = await createDataSource(billingDatabase, { ...PATIENT, url: rig.databaseUrl }).initialize();
    await runMigrations(rig.sql, 'billing');
    rig.webhook = rig.listenForEvents();
    await once(rig.webhook.listen(0, '127.0.0.1'), 'listening');
    const { port } = rig.webhook.address() as AddressInfo;
    const webhookUrl = `http://127.0.0.1:${port}/`;
    rig.stripe = await startStripe({ webhookUrl, webhookSecret: SECRET, nowMs: rig.clock.nowMs, onCall });
    await rig.startService(env);
    return rig;
  }

  /** Starts billing, also again after `service.close()`. Empty variables count as not set. */
  async startService(env: Record<string, string> = {}): Promise<void> {
    this.service = await startTestService(
      'billing',
      async (runtime, { GRPC_PORT, SERVICE_TOKEN_SECRET }) => {
        const others = [
          await this.accounts.serve(SERVICE_TOKEN_SECRET),
          await servePlans(SERVICE_TOKEN_SECRET),
        ];
        const config = loadBillingConfig({
          DATABASE_URL: this.databaseUrl,
          GRPC_PORT: String(GRPC_PORT),
          SERVICE_TOKEN_SECRET,
          ACCOUNTS_ADDRESS: others[0]?.address,
          USAGE_ADDRESS: others[1]?.address,
          STRIPE_SECRET_KEY: 'sk_test_rig',
          STRIPE_WEBHOOK_SECRET: SECRET,
          STRIPE_API_URL: this.stripe.url,
          ...env,
        });
        const app = (await startGrpcServer(billingService, runtime, config)) as INestMicroservice;
        this.app = app;
        const close = async () => {
          await app.close();
          await Promise.all(others.map((other) => other.app.close()));
        };
        return { close };
      },
      this.clock,
    );
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  /** Runs the nightly comparison now. */
  reconcile(): Promise<void> {
    return this.get(ReconciliationService).run();
  }

  get client() {
    return this.service.client;
  }

  /** Forwards Stripe's events to billing as the gateway does. */
  private listenForEvents(): Server {
    return createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const signature = String(request.headers['stripe-signature']);
      try {
        await this.client.receiveWebhook({ body, signature });
        response.writeHead(200).end();
      } catch (error) {
        response.writeHead(AppError.from(error).code === 'INVALID_REQUEST' ? 400 : 503).end();
      }
    });
  }

  /** Moves the shared clock forward. */
  advanceClock(ms: number): void {
    this.offsetMs += ms;
  }

  /** Calls the emulator as the operator of the Stripe account. */
  async stripeCall<T>(method: string, path: string, body = ''): Promise<T> {
    const headers = {
      authorization: 'Bearer sk_test_rig',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const response = await fetch(`${this.stripe.url}/v1/${path}`, {
      method,
      headers,
      ...(body !== '' && { body }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  }

  /** A user who has bought Pro; accounts already has the new plan. */
  async aSubscriber(
    userId: string = randomUUID(),
  ): Promise<{ userId: string; customer: string; id: string }> {
    const { checkoutUrl = '' } = await this.client.createCheckoutSession({ userId });
    const { subscription } = this.stripe.controls.pay(checkoutUrl.split('/').at(-1) ?? '');
    await this.eventually(() => this.accounts.planOf(userId)?.plan === 'pro');
    const customer = await this.customerOf(userId);
    return { userId, customer, id: subscription };
  }

  /** Buys Pro a second time, as Stripe's own pages allow. @returns the subscription's id */
  async secondSubscription(customer: string): Promise<string> {
    const price = 'line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=1000';
    const month = 'line_items[0][price_data][recurring][interval]=month&line_items[0][quantity]=1';
    const product = 'line_items[0][price_data][product_data][name]=Pro';
    const body = `mode=subscription&customer=${customer}&success_url=https://example.com&${price}&${month}&${product}`;
    const session = await this.stripeCall<{ id: string }>('POST', 'checkout/sessions', body);
    return this.stripe.controls.pay(session.id).subscription;
  }

  async customerOf(userId: string): Promise<string> {
    const rows: { stripe_customer_id: string }[] = await this.sql.query(
      'SELECT stripe_customer_id FROM customers WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.stripe_customer_id ?? '';
  }

  /** Waits until Stripe has sent all events and inbox and outbox are empty. */
  async waitUntilProcessed(): Promise<void> {
    await this.stripe.controls.settled();
    await this.eventually(async () => {
      const [row]: { open: number }[] = await this.sql.query(
        `SELECT (SELECT count(*) FROM stripe_events WHERE processed_at IS NULL)::int
              + (SELECT count(*) FROM outbox WHERE delivered_at IS NULL)::int AS open`,
      );
      return row?.open === 0;
    });
  }

  /** Waits until a condition is true. @throws {Error} after a minute */
  async eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
    const deadlineMs = performance.now() + EVENTUALLY_MS;
    while (!(await holds())) {
      if (performance.now() > deadlineMs)
        throw new Error(`condition not met within ${EVENTUALLY_MS} ms: ${holds}`);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.stripe.stop();
    this.webhook.closeAllConnections();
    this.webhook.close();
    await this.sql.destroy();
    await this.postgres.stop();
  }
}
