import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS, type PlanTable } from '@filemill/plans';
import { freePort, testRuntime } from '@filemill/platform/testing';
import { createGrpcServer } from '@filemill/service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import { Redis } from 'ioredis';
import { usageService } from '../src/app.module.js';
import { USAGE_CONFIG, type UsageConfig } from '../src/config.js';
import { PlansRepository } from '../src/plans/plans.repository.js';
import { PlansService } from '../src/plans/plans.service.js';
import { aUser, Rig } from './rig.js';

const ADMIN = '0193a5b0-0000-7000-8000-000000000001';
let rig: Rig;
const others: INestMicroservice[] = [];
beforeAll(async () => {
  rig = await new Rig().start();
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((app) => app.close()));
});
afterAll(() => rig.stop());

const withFree = (changes: Partial<PlanTable['free']>): PlanTable => ({
  ...DEFAULT_PLANS,
  free: { ...DEFAULT_PLANS.free, ...changes },
});
const version = async (): Promise<number> => (await rig.client.getPlans({})).version;
const put = (plans: PlanTable, from: number) =>
  rig.client.putPlans({ version: from, plans: plans, userId: ADMIN });

/** A second instance. */
async function anotherInstance(): Promise<PlansService> {
  const config = { ...rig.app.get<UsageConfig>(USAGE_CONFIG), GRPC_PORT: await freePort() };
  const app = await createGrpcServer(usageService, testRuntime('usage', rig.clock), config);
  others.push(app);
  await app.listen();
  return app.get(PlansService);
}

async function until(holds: () => boolean, withinMs: number): Promise<void> {
  for (const endMs = Date.now() + withinMs; !holds(); ) {
    if (Date.now() > endMs) throw new Error('not in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const refusalOf = async (call: Promise<unknown>): Promise<AppError> => {
  try {
    await call;
  } catch (error) {
    return AppError.from(error);
  }
  throw new Error('not refused');
};

describe('the plan table', () => {
  it('is the default until it is changed, and then holds at once', async () => {
    expect((await rig.client.getPlans({})).plans).toEqual(DEFAULT_PLANS);
    const plans = withFree({ concurrent: 1 });
    const answer = await put(plans, await version());
    expect(answer.plans).toEqual(plans);
    expect(await version()).toBe(answer.version);
    const owner = aUser('free');
    await rig.addConversion(owner);
    expect(await refusalOf(rig.request(owner))).toMatchObject({
      code: 'CONCURRENCY_LIMIT',
      params: { limit: 1, used: 1 },
    });
    const [row] = await rig.sql.query('SELECT made_by FROM plan_tables ORDER BY version DESC LIMIT 1');
    expect(row).toEqual({ made_by: ADMIN });
  });

  it('is returned by its version, also after a change', async () => {
    const plans = withFree({ concurrent: 7 });
    const { version: made } = await put(plans, await version());
    await put(DEFAULT_PLANS, made);
    const at = async (earlier: number) => (await rig.client.getPlans({ version: earlier })).plans;
    expect(await at(made)).toEqual(plans);
    expect(await at(1)).toEqual(DEFAULT_PLANS);
    expect(await refusalOf(rig.client.getPlans({ version: made + 2 }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is replaced once by several callers who started from the same version', async () => {
    const from = await version();
    const tables = [21, 22, 23, 24, 25].map((concurrent) => withFree({ concurrent }));
    const results = await Promise.allSettled(tables.map((plans) => put(plans, from)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await version()).toBe(from + 1);
    expect(await refusalOf(put(DEFAULT_PLANS, from))).toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { version: expect.stringContaining(`${from + 1}`) } },
    });
  });

  it('is refused with the names of the wrong fields', async () => {
    const from = await version();
    const wrong = { ...withFree({ concurrent: 0, filesAtOnce: 2.5 }), gold: {} };
    expect((await refusalOf(put(wrong, from))).params.fields).toMatchObject({
      'plans.free.concurrent': expect.any(String),
      'plans.free.filesAtOnce': expect.any(String),
      gold: 'unknown field',
    });
    const none = rig.client.putPlans({ version: from, plans: undefined, userId: ADMIN });
    expect((await refusalOf(none)).params.fields).toHaveProperty('plans');
    expect(await version()).toBe(from);
  });

  it('reaches other instances by Redis, and without Redis by a read every 10 s', async () => {
    const other = await anotherInstance();
    expect(other.view.version).toBe(await version());
    // Subscribing takes a moment; the background loop runs every 10 s.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const told = await put(withFree({ concurrent: 31 }), await version());
    await until(() => other.view.version === told.version, 2_000);
    expect(other.plan('free').concurrent).toBe(31);

    const untold = told.version + 1;
    await rig.sql.query('INSERT INTO plan_tables VALUES ($1, $2, $3, $4)', [
      untold,
      JSON.stringify(withFree({ concurrent: 32 })),
      ADMIN,
      new Date().toISOString(),
    ]);
    // Two intervals: a run on a busy machine may come too early.
    await until(() => other.view.version === untold, 25_000);
  });

  it('stays unchanged if a new one cannot be read; a service that has none does not start', async () => {
    const before = rig.get(PlansService).view;
    await rig.sql.query(`INSERT INTO plan_tables VALUES (1000, '{}', $1, $2)`, [
      ADMIN,
      new Date().toISOString(),
    ]);
    await expect(rig.get(PlansService).refresh()).rejects.toThrow();
    expect(rig.get(PlansService).view.plans).toEqual(before.plans);
    const fresh = new PlansService(rig.get(PlansRepository), rig.get(Redis), testRuntime('usage'));
    await expect(fresh.onModuleInit()).rejects.toThrow();
    await rig.sql.query('DELETE FROM plan_tables WHERE version = 1000');
  });
});
