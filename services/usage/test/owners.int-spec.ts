import { Readable } from 'node:stream';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { LaneQueues } from '../src/lanes/lane-queues.js';
import { PurgeService } from '../src/retention/purge.service.js';
import { aUser, MINUTE_MS, useRig } from './rig.js';

const rig = useRig();
afterEach(() => {
  rig.offsetMs = 0;
  jest.restoreAllMocks();
});

/** Adds one completed, one running and one waiting conversion. */
async function addConversions(
  owner: usage.Owner,
): Promise<Record<'done' | 'running' | 'waiting', usage.Conversion>> {
  const [done, running, waiting] = [
    await rig.addConversion(owner),
    await rig.addConversion(owner),
    await rig.addConversion(owner),
  ];
  await rig.claim(done.id);
  await rig.store.put(`${done.keyPrefix}output-1`, Readable.from(['made']));
  await rig.complete(done, 1);
  await rig.claim(running.id);
  return { done, running, waiting };
}

const filesOf = async (...rows: usage.Conversion[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { keyPrefix } of rows) for await (const { key } of rig.store.list(keyPrefix)) found.push(key);
  return found;
};

/** Names of the kinds of data that are stored of a user. */
async function storedDataOf({ id }: usage.Owner): Promise<string[]> {
  const rows: { place: string }[] = await rig.sql.query(
    `SELECT 'conversions' AS place FROM conversions WHERE owner_id = $1::text
     UNION SELECT 'keys' FROM idempotency_keys WHERE user_id = $1::uuid
     UNION SELECT 'days' FROM user_days WHERE user_id = $1::uuid
     UNION SELECT 'failed work' FROM failed_work WHERE subject = 'user:' || $1::text
     UNION SELECT 'counters' FROM counters WHERE subject = 'user:' || $1::text
     UNION SELECT 'history' FROM user_histories WHERE user_id = $1::uuid`,
    [id],
  );
  return rows.map(({ place }) => place).sort();
}

describe('ExportOwner', () => {
  it('returns the counters, sums by day and keys of one user only', async () => {
    const [owner, other] = [aUser('pro'), aUser('pro')];
    await addConversions(owner);
    const requestHash = new Uint8Array(32).fill(7);
    const request = { ...(await rig.request(owner)), idempotency: { key: 'mine', requestHash } };
    const { id } = await rig.accept(request);
    const { counters, unfinished, days, keys } = await rig.client.exportOwner({ owner });
    const counter = { period: expect.stringMatching(/^\d{4}-\d\d$/), used: 4 };
    expect(counters).toEqual([{ ...counter, category: 'image' }, counter]);
    expect(unfinished).toBe(3);
    const sums = { completed: 1, failed: 0, inputBytes: 1_000, savedBytes: 500, processingMs: 120 };
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(days).toEqual([{ date, category: 'image', ...sums }]);
    expect(keys).toEqual([
      {
        key: 'mine',
        conversionId: id,
        requestHash: Buffer.from(requestHash),
        createdAtMs: expect.any(Number),
      },
    ]);
    expect(await rig.client.exportOwner({ owner: other })).toEqual({
      counters: [],
      failedWork: [],
      days: [],
      keys: [],
    });
  });

  it('returns many keys in pages', async () => {
    const owner = aUser('pro');
    await rig.sql.query(
      `INSERT INTO idempotency_keys
       SELECT $1, 'key ' || lpad(n::text, 4, '0'), '\\x00', gen_random_uuid(), now() FROM generate_series(1, 1001) n`,
      [owner.id],
    );
    const { keys } = await rig.client.exportOwner({ owner });
    const rest = await rig.client.exportOwner({ owner, afterKey: keys.at(-1)?.key });
    expect([keys.length, rest.keys.map(({ key }) => key)]).toEqual([1_000, ['key 1001']]);
  });
});

describe('EraseOwner', () => {
  it('cancels conversions, erases files and deletes every row of one user only', async () => {
    const [owner, other] = [aUser('pro'), aUser('pro')];
    const rows = await addConversions(owner);
    const others = await addConversions(other);
    for (const each of [owner, other]) {
      const { conversionId } = await rig.request(each);
      await rig.client.countFailedWork({ conversionId, owner: each, engineMs: 1_000 });
    }
    const idempotency = { key: 'k', requestHash: new Uint8Array(32) };
    await rig.accept({ ...(await rig.request(owner)), idempotency });
    const redis = new Redis(rig.redis.url);
    const announcements: string[] = [];
    await redis.subscribe(`conversion:${rows.running.id}`);
    redis.on('message', (_channel, text) => announcements.push(text));
    await rig.client.eraseOwner({ owner });
    expect(await filesOf(...Object.values(rows))).toEqual([]);
    expect(await storedDataOf(owner)).toEqual(['history']);
    expect(announcements.length).toBeGreaterThan(0); // its worker must stop
    redis.disconnect();
    expect(await rig.get(LaneQueues).idsWithJob('image', [rows.waiting.id])).toEqual(new Set());
    expect((await rig.claim(rows.running.id).catch(AppError.from)) as AppError).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await filesOf(...Object.values(others))).toHaveLength(4);
    expect(await storedDataOf(other)).toEqual(['conversions', 'counters', 'days', 'failed work', 'history']);
    await rig.client.eraseOwner({ owner });
    expect(await storedDataOf(owner)).toEqual(['history']);
  });

  it('refuses uploads in progress, and keeps no row after an hour', async () => {
    const owner = aUser('pro');
    const late = await rig.request(owner);
    await rig.client.eraseOwner({ owner });
    await expect(rig.accept(late)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await storedDataOf(owner)).toEqual(['history']);
    rig.offsetMs = 61 * MINUTE_MS;
    await rig.get(PurgeService).run();
    expect(await storedDataOf(owner)).toEqual([]);
  });

  it('deletes everything even if conversions are accepted and settled meanwhile', async () => {
    const owner = aUser('pro');
    const { running } = await addConversions(owner);
    const requests = await Promise.all(Array.from({ length: 10 }, () => rig.request(owner)));
    await Promise.allSettled([
      ...requests.map((request) => rig.accept(request)),
      rig.client.eraseOwner({ owner }),
      rig.complete(running, 1),
    ]);
    await rig.client.eraseOwner({ owner });
    expect(await storedDataOf(owner)).toEqual(['history']);
  });

  it('continues where a failure of the store stopped it', async () => {
    const owner = aUser('pro');
    const rows = Object.values(await addConversions(owner));
    jest.spyOn(rig.store, 'deletePrefix').mockRejectedValue(new AppError('UNAVAILABLE'));
    await expect(rig.client.eraseOwner({ owner })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await storedDataOf(owner)).toContain('conversions');
    jest.restoreAllMocks();
    await rig.client.eraseOwner({ owner });
    expect(await filesOf(...rows)).toEqual([]);
    expect(await storedDataOf(owner)).toEqual(['history']);
  });
});

describe('CancelOwner', () => {
  it('cancels and releases unfinished conversions, erases their files, and keeps finished ones', async () => {
    const owner = aUser('pro');
    const { done, running, waiting } = await addConversions(owner);
    jest.spyOn(rig.store, 'deletePrefix').mockRejectedValueOnce(new AppError('UNAVAILABLE'));
    // The client retries the call once.
    await rig.client.cancelOwner({ owner });
    for (const row of [running, waiting]) {
      expect(await rig.find(row.id)).toMatchObject({ status: 'cancelled', originalFileName: '' });
    }
    expect(await rig.find(done.id)).toMatchObject({ status: 'completed', originalFileName: 'holiday.png' });
    expect(await filesOf(running, waiting)).toEqual([]);
    expect(await filesOf(done)).toHaveLength(2);
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 0 });
    expect((await rig.claim(running.id)).granted).toBe(false);
    await rig.client.cancelOwner({ owner });
    expect((await rig.addConversion(owner)).status).toBe('pending');
  });
});
