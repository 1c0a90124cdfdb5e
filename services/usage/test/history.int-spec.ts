import { Readable } from 'node:stream';
import type { usage } from '@filemill/contracts';
import { periodAt } from '@filemill/plans';
import { fromCategories } from '@filemill/product';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { aGuest, aUser, MINUTE_MS, useRig } from './rig.js';

const DAY_MS = 24 * 60 * MINUTE_MS;
const rig = useRig();
afterEach(() => {
  rig.offsetMs = 0;
});

/** Adds a conversion that succeeds: 1,000 bytes become 500 within 120 ms. */
async function addCompleted(owner: usage.Owner): Promise<usage.Conversion> {
  const row = await rig.addConversion(owner);
  await rig.claim(row.id);
  await rig.complete(row, 1);
  return row;
}

async function addFailed(owner: usage.Owner): Promise<usage.Conversion> {
  const row = await rig.addConversion(owner);
  await rig.claim(row.id);
  await rig.fail(row, 1, 'FILE_CORRUPT');
  return row;
}

async function addCancelled(owner: usage.Owner): Promise<usage.Conversion> {
  const row = await rig.addConversion(owner);
  await rig.client.deleteConversion({ conversionId: row.id, owner });
  return row;
}

const moveToStartOfMonth = (): void => {
  rig.offsetMs = periodAt('month', Date.now()).endsAtMs + 60 * MINUTE_MS - Date.now();
};

describe('GetOverview', () => {
  it('returns the use of the period, the bytes of completed inputs, and the newest ten', async () => {
    const owner = aUser('pro');
    moveToStartOfMonth();
    const resetsAtMs = periodAt('month', rig.clock.nowMs()).endsAtMs;
    const rows = [await addCompleted(owner), await addFailed(owner), await addCancelled(owner)];
    for (let more = 0; more < 9; more++) rows.push(await rig.addConversion(owner));
    const answer = await rig.client.getOverview({ owner });
    expect(answer).toMatchObject({ resetsAtMs, dataProcessedBytes: 1_000 });
    expect([answer.usedTotal, answer.usedByCategory]).toEqual([
      10,
      { ...fromCategories(() => 0), image: 10 },
    ]);
    const newest = rows.map(({ id }) => id).sort();
    expect(answer.recent.map(({ id }) => id)).toEqual(newest.reverse().slice(0, 10));
    rig.offsetMs += 32 * DAY_MS;
    const next = await rig.client.getOverview({ owner });
    expect(next).toMatchObject({ dataProcessedBytes: 0, usedTotal: 0, usedByCategory: { image: 0 } });
    expect(next.recent).toHaveLength(10);
  });

  it('works for guests by fingerprint', async () => {
    const owner = aGuest();
    const row = await addCompleted(owner);
    await addCompleted(aGuest());
    const answer = await rig.client.getOverview({ owner });
    expect(answer).toMatchObject({ dataProcessedBytes: 1_000, usedTotal: 1, usedByCategory: { image: 1 } });
    expect(answer.recent.map(({ id }) => id)).toEqual([row.id]);
    expect(answer.resetsAtMs).toBe(periodAt('day', rig.clock.nowMs()).endsAtMs);
  });

  it('returns zeros for an owner without conversions', async () => {
    const { usedTotal, usedByCategory, recent } = await rig.client.getOverview({ owner: aUser() });
    expect([usedTotal, usedByCategory]).toEqual([0, fromCategories(() => 0)]);
    expect(recent).toEqual([]);
  });
});

describe('ListConversions', () => {
  it('returns pages of one owner, newest first, in every status, with the total count', async () => {
    const owner = aUser('pro');
    const rows: usage.Conversion[] = [];
    for (const make of [
      addCompleted,
      addFailed,
      addCancelled,
      (who: usage.Owner) => rig.addConversion(who),
      addCompleted,
    ]) {
      rows.push(await make(owner));
      await addCompleted(aUser('pro'));
    }
    const newest = rows
      .map(({ id }) => id)
      .sort()
      .reverse();
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => rig.client.listConversions({ owner, page, pageSize: 2 })),
    );
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5, 5]);
    expect(pages.flatMap(({ conversions }) => conversions.map(({ id }) => id))).toEqual(newest);
    expect(pages[3]?.conversions).toEqual([]);
    const statuses = pages.flatMap(({ conversions }) => conversions.map(({ status }) => status));
    expect(statuses.sort()).toEqual(['cancelled', 'completed', 'completed', 'failed', 'pending']);
  });

  it('counts exactly while conversions are being accepted', async () => {
    const owner = aUser('pro');
    const requests = await Promise.all(Array.from({ length: 20 }, () => rig.request(owner)));
    // Each is sent twice: a repeated call is the same row.
    await Promise.all([...requests, ...requests].map((request) => rig.accept(request)));
    const { totalCount, conversions } = await rig.client.listConversions({ owner, page: 1, pageSize: 100 });
    expect([totalCount, conversions.length]).toEqual([20, 20]);
  });

  it('refuses guests', async () => {
    const refused = rig.client.listConversions({ owner: aGuest(), page: 1, pageSize: 20 });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('GetAnalytics', () => {
  it('sums days and categories since a day, and does not count cancelled ones as failed', async () => {
    const owner = aUser('pro');
    moveToStartOfMonth();
    const firstMs = rig.clock.nowMs();
    await addCompleted(owner);
    rig.offsetMs += 2 * DAY_MS;
    await addCompleted(owner);
    await addCompleted(owner);
    await addFailed(owner);
    await addCancelled(owner);
    const [first, last] = [firstMs, rig.clock.nowMs()].map((ms) => new Date(ms).toISOString().slice(0, 10));
    const all = await rig.client.getAnalytics({ owner, sinceMs: firstMs });
    expect(all.days).toEqual([
      { date: first, byCategory: { image: 1 }, inputBytes: 1_000 },
      { date: last, byCategory: { image: 2 }, inputBytes: 2_000 },
    ]);
    expect(all).toMatchObject({ averageSeconds: 0.12, successRate: 0.75, sizeSavedBytes: 1_500 });
    const later = await rig.client.getAnalytics({ owner, sinceMs: firstMs + DAY_MS });
    expect(later.days.map(({ date }) => date)).toEqual([last]);
    const none = await rig.client.getAnalytics({ owner: aUser(), sinceMs: 0 });
    expect(none.averageSeconds).toBeUndefined();
    expect(none).toMatchObject({ days: [], sizeSavedBytes: 0 });
  });
});

describe('the figures of administrators', () => {
  it('list the conversions of all owners, newest first, before an id', async () => {
    rig.offsetMs = 50 * DAY_MS; // later than the rows of the other tests
    const rows = [await rig.addConversion(aGuest()), await addCompleted(aUser()), await addFailed(aUser())];
    const [oldest, middle, newest] = rows.map(({ id }) => id).sort();
    const first = await rig.client.listRecentConversions({ limit: 2 });
    expect(first.conversions.map(({ id }) => id)).toEqual([newest, middle]);
    const next = await rig.client.listRecentConversions({ limit: 1, beforeId: middle });
    expect(next.conversions.map(({ id }) => id)).toEqual([oldest]);
    await expect(rig.client.listRecentConversions({ limit: 101 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('count by day, category and outcome, in total and since a day', async () => {
    const before = await rig.client.countConversions({ sinceMs: 0 });
    // A day on which no other test converts.
    rig.offsetMs = 100 * DAY_MS;
    const sinceMs = rig.clock.nowMs();
    await Promise.all([
      addCompleted(aUser()),
      addCompleted(aUser()),
      addFailed(aUser()),
      addCancelled(aUser()),
    ]);
    const after = await rig.client.countConversions({ sinceMs });
    expect(after.totalCompleted).toBe(before.totalCompleted + 2);
    expect(after.completedSince).toBe(2);
    const date = new Date(sinceMs).toISOString().slice(0, 10);
    expect(after.days).toEqual([
      { date, category: 'image', outcome: 'cancelled', count: 1 },
      { date, category: 'image', outcome: 'completed', count: 2 },
      { date, category: 'image', outcome: 'failed', count: 1 },
    ]);
  });

  it('count the completed conversions of each requested user', async () => {
    const [busy, idle] = [aUser('pro'), aUser()];
    await addCompleted(busy);
    await addCompleted(busy);
    await addFailed(busy);
    const { completed: counts } = await rig.client.countByUser({ userIds: [busy.id, idle.id] });
    expect(counts).toEqual({ [busy.id]: 2, [idle.id]: 0 });
    const many = Array.from({ length: 501 }, () => idle.id);
    await expect(rig.client.countByUser({ userIds: many })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('GetLoad', () => {
  it('returns waiting and running jobs and slots of each lane, and the size of the store', async () => {
    const redis = new Redis(rig.redis.url);
    await redis.zadd('bull:convert-font:prioritized', 1, 'a', 2, 'b');
    await redis.lpush('bull:convert-font:active', 'c');
    await redis.zadd('slots:font', Date.now() + 30_000, 'worker#1', Date.now() - 1, 'gone#1');
    redis.disconnect();
    const { lanes, storeUsedBytes, storeTotalBytes } = await rig.client.getLoad({});
    expect(lanes).toHaveLength(7);
    expect(lanes).toContainEqual({ lane: 'font', waiting: 2, active: 1, slots: 1 });
    // The clock of Redis decides whether a slot is live, whatever the clock of this service shows.
    for (const minutes of [-50, 50]) {
      rig.offsetMs = minutes * MINUTE_MS;
      expect((await rig.client.getLoad({})).lanes).toContainEqual(expect.objectContaining({ slots: 1 }));
    }
    rig.offsetMs = 0;
    expect(storeTotalBytes).toBeGreaterThan(storeUsedBytes);
    // Measured once a minute; callers get the last figure in between.
    await rig.store.put('2026-01-01T00:00/x/input', Readable.from([Buffer.alloc(1_000)]));
    expect((await rig.client.getLoad({})).storeUsedBytes).toBe(storeUsedBytes);
    rig.offsetMs = 61_000;
    let used = storeUsedBytes;
    while (used === storeUsedBytes) used = (await rig.client.getLoad({})).storeUsedBytes;
    expect(used).toBe(storeUsedBytes + 1_000);
  });
});
