import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@filemill/platform/testing';
import { RESPONSE_TIMES_KEY, RESPONSE_TIMES_MAX_AGE_MS } from '@filemill/queue';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { ADMIN_ID, NOW_MS, USER_ID, uuid } from './support/fake-services.js';
import { Rig } from './support/rig.js';

const actor = { actorUserId: ADMIN_ID };

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
});
afterAll(() => rig?.stop());

describe('GetStats', () => {
  it('counts users, conversions and revenue from midnight of the first day of the period', async () => {
    expect(await rig.client.getStats({ ...actor, periodDays: 7 })).toEqual({
      totalUsers: 8,
      newUsersThisPeriod: 3,
      totalConversions: 900,
      conversionsThisPeriod: 30,
      totalRevenueMinor: 12_050,
      revenueThisPeriodMinor: 1_000,
      proUsers: 2,
      payingUsers: 1,
      currency: 'EUR',
    });
    expect(rig.otherServices.received.sinceMs.at(-1)).toBe(Date.parse('2026-11-15T00:00:00Z'));
  });

  it('accepts periods of 7, 30 and 90 days', async () => {
    for (const periodDays of [0, 8, 365])
      await expect(rig.client.getStats({ ...actor, periodDays })).rejects.toMatchObject({
        params: { fields: { periodDays: expect.any(String) } },
      });
  });
});

describe('GetSeries', () => {
  it('returns a row for every day, today last', async () => {
    const { days, currency } = await rig.client.getSeries({ ...actor, periodDays: 7 });
    expect(currency).toBe('EUR');
    const empty = { newUsers: 0, conversions: [], revenueMinor: 0 };
    expect(days).toEqual([
      { ...empty, date: '2026-11-15', conversions: [{ category: 'audio', outcome: 'completed', count: 1 }] },
      ...['16', '17', '18', '19'].map((day) => ({ ...empty, date: `2026-11-${day}` })),
      { ...empty, date: '2026-11-20', newUsers: 3 },
      {
        date: '2026-11-21',
        newUsers: 0,
        conversions: [
          { category: 'image', outcome: 'completed', count: 29 },
          { category: 'image', outcome: 'failed', count: 1 },
        ],
        revenueMinor: 1_000,
      },
    ]);
  });
});

describe('ListUsers', () => {
  it('adds the number of conversions to each user of a page', async () => {
    const answer = await rig.client.listUsers({ ...actor, search: ' ada ', page: 3 });
    expect(rig.otherServices.received.lists).toEqual([{ search: 'ada', page: 3 }]);
    expect(answer).toMatchObject({ totalCount: 41, users: [{ id: USER_ID, totalConversions: 12 }] });
  });
});

describe('ListRecentConversions', () => {
  it('returns the names of users, and none for guests and deleted users', async () => {
    const row = (owner: object) => ({ id: uuid(50), category: 'image', status: 'failed', owner }) as never;
    rig.otherServices.conversions = [
      row({ kind: 'user', id: USER_ID }),
      row({ kind: 'guest', id: 'f'.repeat(32) }),
      row({ kind: 'user', id: uuid(98) }),
    ];
    const before = uuid(60);
    const { conversions } = await rig.client.listRecentConversions({ ...actor, limit: 3, before });
    expect(conversions.map(({ username }) => username)).toEqual(['ada', undefined, undefined]);
    expect(conversions[0]).toMatchObject({ id: uuid(50), conversionType: 'image', status: 'failed' });
    expect(rig.otherServices.received.recent).toMatchObject([{ limit: 3, beforeId: before }]);
  });
});

describe('GetSystemStatus', () => {
  const status = () => rig.client.getSystemStatus(actor);
  const statusOf = (answer: Awaited<ReturnType<typeof status>>, part: string) =>
    answer.services.find(({ name }) => name === part)?.status;

  it('returns the figures of Postgres, the machine, the gateways, the queues and the store', async () => {
    const redis = new Redis(rig.redis.url);
    const figures = (atMs: number, requests: number, seconds: number) =>
      JSON.stringify({ atMs, requests, seconds });
    await redis.hset(RESPONSE_TIMES_KEY, {
      one: figures(NOW_MS, 30, 3),
      two: figures(NOW_MS - 20_000, 10, 3),
      expired: figures(NOW_MS - RESPONSE_TIMES_MAX_AGE_MS, 1_000_000, 9),
    });
    await status();
    await sleep(1_100); // a rate is measured over at least a second
    const query = 'SELECT count(*) FROM audit_log';
    for (let n = 0; n < 50; n++) await rig.dataSource.query(query);
    await sleep(1_100);
    await rig.dataSource.query(query); // Postgres updates its statistics at most once a second per connection
    const answer = await status();
    expect(answer).toMatchObject({
      serverStatus: 'operational',
      databaseStatus: 'operational',
      vpsStatus: 'operational',
      storageUsedBytes: 1_000,
      storageTotalBytes: 5_000,
      queues: [
        { lane: 'image', waiting: 3, active: 2, slots: 4 },
        { lane: 'video', slots: 1 },
      ],
    });
    expect(answer.avgResponseTimeMs).toBeCloseTo(150, 6);
    expect(await redis.hkeys(RESPONSE_TIMES_KEY)).toEqual(expect.not.arrayContaining(['expired']));
    redis.disconnect();
    expect(answer.database?.connections).toBeGreaterThanOrEqual(2);
    expect(answer.database?.sizeBytes).toBeGreaterThan(1_000_000);
    expect(answer.database?.queriesPerSecond).toBeGreaterThan(10);
    expect(answer.database?.queriesPerSecond).toBeLessThan(200);
    for (const percent of [answer.cpuUsage, answer.memoryUsage]) {
      expect(percent).toBeGreaterThan(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
    expect(answer.services.map(({ name }) => name)).toEqual([
      ...['gateway', 'accounts', 'billing', 'usage', 'admin', 'redis'],
    ]);
  });

  it('reports missing workers', async () => {
    rig.otherServices.videoSlots = 0;
    expect((await status()).vpsStatus).toBe('degraded');
  });

  it('reports which parts do not answer and omits their figures', async () => {
    await rig.stopFake('usage');
    // On a busy machine another service may miss its deadline of 1.5 s once.
    const withoutUsage = await eventually(status, (seen) => statusOf(seen, 'billing') === 'operational');
    expect(withoutUsage).toMatchObject({ serverStatus: 'degraded', vpsStatus: 'down', queues: [] });
    expect([statusOf(withoutUsage, 'usage'), statusOf(withoutUsage, 'billing')]).toEqual([
      'down',
      'operational',
    ]);
    expect(withoutUsage.storageUsedBytes).toBeUndefined();
    await rig.postgres.crash();
    const { databaseStatus, database } = await status();
    expect([databaseStatus, database]).toEqual(['down', undefined]);
    await rig.postgres.startAgain();
    await rig.redis.stop();
    const withoutRedis = await status();
    expect([statusOf(withoutRedis, 'redis'), statusOf(withoutRedis, 'gateway')]).toEqual(['down', undefined]);
    await rig.redis.startAgain();
  });
});
