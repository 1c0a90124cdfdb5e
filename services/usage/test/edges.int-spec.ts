import { setTimeout as sleep } from 'node:timers/promises';
import { createServiceClient, ServiceTokens, type usage } from '@filemill/contracts';
import type { Category } from '@filemill/product';
import { STOPPED_ATTEMPTS_CHANNEL } from '@filemill/queue';
import { Locks } from '@filemill/service';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { USAGE_CONFIG, type UsageConfig } from '../src/config.js';
import { ReaperService } from '../src/retention/reaper.service.js';
import { SweepService } from '../src/retention/sweep.service.js';
import { aGuest, aUser, MINUTE_MS, useRig } from './rig.js';

const rig = useRig();

describe('the gRPC edge', () => {
  it('answers a bad request with INVALID_REQUEST and the fields', async () => {
    const owner = { ...aGuest(), id: 'not a fingerprint' };
    const request = {
      ...(await rig.request(aGuest())),
      owner,
      category: 'spreadsheet' as Category,
      originalSizeBytes: -1,
    };
    await expect(rig.client.acceptConversion(request)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: {
        fields: {
          'owner.id': '32 to 64 lower-case hexadecimal characters',
          category: expect.any(String),
          originalSizeBytes: expect.any(String),
        },
      },
    });
  });

  it('refuses values that are not in an enum', async () => {
    const request = await rig.request(aGuest());
    for (const unknown of [0, 99]) {
      const refused = rig.client.acceptConversion({ ...request, category: unknown as unknown as Category });
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        params: { fields: { category: expect.any(String) } },
      });
    }
  });

  it('refuses bad requests on every rpc that takes one', async () => {
    const conversionId = 'x';
    const calls = [
      rig.client.checkUpload({ owner: undefined, openUploads: 0 }),
      rig.client.claimAttempt({ conversionId, worker: 'w', claimToken: crypto.randomUUID() }),
      rig.client.checkAttempt({ conversionId, attempt: 1 }),
      rig.client.settleAttempt({ conversionId: crypto.randomUUID(), attempt: 1 }),
      rig.client.returnAttempt({ conversionId, attempt: 0 }),
      rig.client.countFailedWork({ conversionId, owner: aUser(), engineMs: 1 }),
      rig.client.getConversion({ conversionId }),
      rig.client.deleteConversion({ conversionId }),
      rig.client.getOverview({ owner: { ...aUser(), id: 'x' } }),
      rig.client.listConversions({ owner: aUser(), page: 0, pageSize: 20 }),
      rig.client.getAnalytics({ owner: aUser(), sinceMs: -1 }),
      rig.client.eraseOwner({ owner: aGuest() }),
      rig.client.cancelOwner({ owner: undefined }),
      rig.client.listRecentConversions({ limit: 0 }),
      rig.client.countConversions({ sinceMs: -1 }),
      rig.client.countByUser({ userIds: ['x'] }),
    ];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_REQUEST' } });
    }
  });

  it('refuses a caller without a valid service token', async () => {
    const tokens = new ServiceTokens('another secret long enough to look like one', 'untrusted');
    const untrusted = createServiceClient<usage.UsageService>('usage', `127.0.0.1:${rig.port}`, tokens);
    await expect(untrusted.getPlans({})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    untrusted.close();
  });

  it('allows a worker only the rpcs of attempts', async () => {
    const { WORKER_TOKEN_SECRET } = rig.app.get<UsageConfig>(USAGE_CONFIG);
    const tokens = new ServiceTokens(WORKER_TOKEN_SECRET, 'worker-image');
    const worker = createServiceClient<usage.UsageService>('usage', `127.0.0.1:${rig.port}`, tokens);
    const { id } = await rig.addConversion();
    expect(await worker.checkAttempt({ conversionId: id, attempt: 1 })).toEqual({ current: false });
    await expect(worker.eraseOwner({ owner: aUser() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    worker.close();
  });

  it('returns the plan table', async () => {
    const { version, plans } = await rig.client.getPlans({});
    expect(version).toBe(1);
    expect(plans).toMatchObject({ guest: { period: 'day', conversions: { total: 35 } } });
  });
});

describe('announcements', () => {
  it('contain the version of the row and raise the version of the owner', async () => {
    const owner = aUser();
    const redis = new Redis(rig.redis.url);
    const received: [string, string][] = [];
    redis.on('message', (channel, message) => received.push([channel, message]));
    const row = await rig.addConversion(owner);
    await redis.subscribe(`conversion:${row.id}`, `owner:user:${owner.id}`);
    const ofChannel = (start: string): string[] =>
      received.filter(([channel]) => channel.startsWith(start)).map(([, text]) => text);
    // The creation is announced after the subscription if nothing else happens within 100 ms.
    const changes = () =>
      ofChannel('conversion:')
        .map((text) => JSON.parse(text))
        .filter(({ version }) => version > 1);
    const owners = (): number[] => ofChannel('owner:').map(Number);
    await rig.claim(row.id);
    // A change that the end follows within 100 ms is not announced.
    while (changes().length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await rig.complete(row, 1);
    while (changes().length < 2 || owners().length < 2)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const end = { status: 'completed', version: 3 };
    expect(changes()).toEqual([
      { type: 'changed', version: 2, status: 'converting' },
      { type: 'changed', ...end, conversion: expect.objectContaining({ id: row.id, ...end }) },
    ]);
    const [first = 0] = owners();
    expect(owners()).toEqual(owners().map((_, index) => first + index));
    redis.disconnect();
  });
});

describe('the channel of stopped attempts', () => {
  it('names a conversion whose attempt was cancelled, and none whose worker settled it', async () => {
    const redis = new Redis(rig.redis.url);
    const received: string[] = [];
    redis.on('message', (_channel, conversionId) => received.push(conversionId));
    await redis.subscribe(STOPPED_ATTEMPTS_CHANNEL);
    const owner = aUser();
    const [settled, cancelled] = [await rig.addConversion(owner), await rig.addConversion(owner)];
    for (const row of [settled, cancelled]) await rig.claim(row.id);
    await rig.complete(settled, 1);
    await rig.client.deleteConversion({ conversionId: cancelled.id, owner });
    while (received.length < 1) await sleep(10);
    expect(received).toEqual([cancelled.id]);
    redis.disconnect();
  });
});

describe('overload', () => {
  it('refuses guests, and only guests, while the wait of a lane is above 240 s', async () => {
    const redis = new Redis(rig.redis.url);
    const waiting = Array.from({ length: 300 }, (_, place) => [1, `job-${place}`]).flat();
    await redis.zadd('bull:convert-font:prioritized', ...waiting);
    const guest = aGuest();
    const refused = rig.client.checkUpload({ owner: guest, category: 'font', openUploads: 0 });
    await expect(refused).rejects.toMatchObject({ code: 'OVERLOADED', params: { retryAfterSeconds: 360 } });
    const accept = { ...(await rig.request(guest)), category: 'font' as const, lane: 'font' as const };
    await expect(rig.accept(accept)).rejects.toMatchObject({ code: 'OVERLOADED' });
    const owner = aUser('pro');
    await expect(rig.client.checkUpload({ owner, category: 'font', openUploads: 0 })).resolves.toBeDefined();
    await redis.zadd('slots:font', Date.now() + 30_000, 'worker#1', Date.now() + 30_000, 'worker#2');
    await redis.zadd('slots:font', Date.now() + 30_000, 'worker#3', Date.now() - 1, 'gone#1');
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // estimates are kept for a second
    await expect(rig.accept(accept)).resolves.toMatchObject({ status: 'pending' });
    redis.disconnect();
  });
});

describe('without Redis', () => {
  it('refuses conversions within 4 s, writes nothing, and still answers reads', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    const request = await rig.request(owner);
    for (const disable of [() => rig.redis.freeze(), () => rig.redis.stop()]) {
      await disable();
      const startedAt = performance.now();
      // The client retries once after UNAVAILABLE, so the limit is twice 2 s.
      await expect(rig.accept(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(performance.now() - startedAt).toBeLessThan(4_000);
      expect(await rig.find(row.id)).toMatchObject({ status: 'pending' });
      expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 1 });
      rig.redis.thaw();
    }
    await rig.redis.startAgain();
    await untilAccepted(request);
    rig.offsetMs = 31_000;
    await rig.get(SweepService).run();
    expect((await rig.find(row.id)).queuePosition).toBeDefined();
    rig.offsetMs = 0;
  });
});

describe('without Postgres', () => {
  it('refuses with UNAVAILABLE within 4 s, and recovers by itself', async () => {
    const request = await rig.request(aUser());
    await rig.postgres.crash();
    const startedAt = performance.now();
    await expect(rig.accept(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    await rig.postgres.startAgain();
    await untilAccepted(request);
  });

  it('frees the lock of a dead instance when its lease expires, for the next instance', async () => {
    const locks = rig.get(Locks);
    const held = locks.tryWith('test', async () => {
      expect(await locks.tryWith('test', async () => undefined)).toBe(false);
      await rig.postgres.crash();
    });
    expect(await held).toBe(true);
    await rig.postgres.startAgain();
    expect(await locks.tryWith('test', async () => undefined)).toBe(false);
    await rig.sql.query(`UPDATE locks SET held_until = held_until - interval '15 s'`);
    expect(await locks.tryWith('test', async () => undefined)).toBe(true);
    expect(await rig.sql.query('SELECT FROM locks')).toEqual([]);
  });

  it('has all connections of the pool available while every lock is held', async () => {
    const locks = rig.get(Locks);
    const names = Array.from({ length: 20 }, (_, n) => `test ${n}`);
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = names.map((name) => locks.tryWith(name, () => waiting));
    const countLocks = async () => (await rig.sql.query('SELECT FROM locks')).length;
    while ((await countLocks()) < names.length) await sleep(20);
    await expect(rig.addConversion()).resolves.toBeDefined();
    release();
    expect(new Set(await Promise.all(held))).toEqual(new Set([true]));
  });

  it('still erases files that are due', async () => {
    await rig.addConversion();
    await rig.postgres.crash();
    rig.offsetMs = 59 * MINUTE_MS;
    await rig.get(ReaperService).run();
    expect(await rig.store.listTopLevel()).toEqual([]);
    rig.offsetMs = 0;
    await rig.postgres.startAgain();
  });
});

async function untilAccepted(request: usage.AcceptConversionRequest): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await rig.accept(request);
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
