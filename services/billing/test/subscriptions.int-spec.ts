import 'reflect-metadata';
import type { billing } from '@filemill/contracts';
import { startTestService, type TestService } from '@filemill/contracts/testing';
import { createDataSource, PATIENT, revertLastMigration, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { startGrpcServer } from '@filemill/service';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { billingService } from '../src/app.module.js';
import { loadBillingConfig } from '../src/config.js';
import { billingDatabase } from '../src/database.js';
import { Subscription } from '../src/subscriptions/subscription.entity.js';

const NOW_MS = Date.parse('2026-11-21T02:15:00Z');
const DAY_MS = 86_400_000;
const uuid = (n: number): string => `0193a5b0-0000-7000-8000-${String(n).padStart(12, '0')}`;

let postgres: TestPostgres;
let dataSource: DataSource;
let service: TestService<billing.BillingService>;
let rows = 0;

beforeAll(async () => {
  postgres = await TestPostgres.start();
  const url = await postgres.createService('billing');
  dataSource = await createDataSource(billingDatabase, { ...PATIENT, url }).initialize();
  await runMigrations(dataSource, 'billing');
  service = await startTestService(
    'billing',
    (runtime, { GRPC_PORT, SERVICE_TOKEN_SECRET }) => {
      const env = { DATABASE_URL: url, DATABASE_POOL_SIZE: '2', GRPC_PORT: String(GRPC_PORT) };
      return startGrpcServer(billingService, runtime, loadBillingConfig({ ...env, SERVICE_TOKEN_SECRET }));
    },
    { nowMs: () => NOW_MS },
  );
});
afterAll(async () => {
  await service?.close();
  await dataSource?.destroy();
  await postgres?.stop();
});

/** A stored subscription that began `ageDays` ago. */
const aSubscription = (userId: string, values: Partial<Subscription>, ageDays = 1) =>
  dataSource.getRepository(Subscription).insert({
    id: uuid(++rows),
    userId,
    source: 'grant',
    state: 'active',
    createdAt: new Date(NOW_MS - ageDays * DAY_MS),
    ...values,
  });

describe('GetSubscription', () => {
  it('returns none for a user who never had a subscription', async () => {
    expect(await service.client.getSubscription({ userId: uuid(1) })).toEqual({ state: 'none' });
  });

  it('returns the newest subscription, without an end while it renews', async () => {
    const expiresAt = new Date(NOW_MS - 30 * DAY_MS);
    await aSubscription(uuid(2), { state: 'cancelled', expiresAt }, 60);
    await aSubscription(uuid(2), { source: 'stripe', stripeSubscriptionId: 'sub_1', state: 'past_due' });
    expect(await service.client.getSubscription({ userId: uuid(2) })).toEqual({ state: 'past_due' });
  });

  it('reports a subscription as cancelled from its end on', async () => {
    await aSubscription(uuid(3), { expiresAt: new Date(NOW_MS + 1) });
    await aSubscription(uuid(4), { expiresAt: new Date(NOW_MS) });
    const stateOf = async (n: number) => (await service.client.getSubscription({ userId: uuid(n) })).state;
    expect([await stateOf(3), await stateOf(4)]).toEqual(['active', 'cancelled']);
  });

  it('refuses a malformed user id with INVALID_REQUEST and the field', async () => {
    await expect(service.client.getSubscription({ userId: 'me' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { userId: expect.any(String) } },
    });
  });

  it('refuses a caller that is not one of our services', async () => {
    const call = service.untrusted.getSubscription({ userId: uuid(1) });
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('each migration', () => {
  it('can be reverted and applied again', async () => {
    const fresh = await postgres.freshDataSource(billingDatabase);
    const schema = (fresh.options as { schema: string }).schema;
    for (const _ of billingDatabase.migrations) await revertLastMigration(fresh, schema);
    await expect(fresh.query('SELECT FROM outbox')).rejects.toThrow(/does not exist/);
    expect(await runMigrations(fresh, schema)).toHaveLength(billingDatabase.migrations.length);
  });
});
