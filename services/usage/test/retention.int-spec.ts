import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { Endings } from '../src/endings/endings.js';
import { LaneQueues } from '../src/lanes/lane-queues.js';
import { UsageMetrics } from '../src/metrics.js';
import { QuotasRepository } from '../src/quotas/quotas.repository.js';
import { PurgeService } from '../src/retention/purge.service.js';
import { ReaperService } from '../src/retention/reaper.service.js';
import { SweepService } from '../src/retention/sweep.service.js';
import { aGuest, aUser, MINUTE_MS, Rig } from './rig.js';

let rig: Rig;
let redis: Redis;
beforeAll(async () => {
  rig = await new Rig().start();
  redis = new Redis(rig.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await rig.stop();
});
afterEach(() => {
  rig.offsetMs = 0;
  jest.restoreAllMocks();
});

const sweep = (): Promise<void> => rig.get(SweepService).run();
const reap = (): Promise<void> => rig.get(ReaperService).run();
const jobs = async (): Promise<Set<string>> =>
  new Set(await redis.zrange('bull:convert-image:prioritized', 0, -1));
const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of rig.store.list('')) found.push(key);
  return found;
};

describe('SweepService', () => {
  it('queues jobs that Redis lost at their stored priority, except those younger than 30 s', async () => {
    const lost = await rig.addConversion(aUser());
    await redis.flushall();
    await sweep();
    expect(await jobs()).toEqual(new Set());
    rig.offsetMs = 31_000;
    await sweep();
    expect(await jobs()).toEqual(new Set([lost.id]));
    const job = await redis.hgetall(`bull:convert-image:${lost.id}`);
    expect(JSON.parse(job.opts ?? '{}')).toMatchObject({ priority: lost.priority });
    expect(JSON.parse(job.data ?? '{}').conversionId).toBe(lost.id);
    await sweep();
    expect((await jobs()).size).toBe(1);
  });

  it('finds lost jobs when there are more rows than one page holds', async () => {
    const row = await rig.addConversion();
    // 600 more at the same time: pages end between rows that changed together.
    await rig.sql.query(
      `INSERT INTO conversions
       SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
         FROM conversions c, generate_series(1, 600) WHERE c.id = $1`,
      [row.id],
    );
    await redis.flushall();
    rig.offsetMs = 31_000;
    await sweep();
    expect((await jobs()).size).toBeGreaterThanOrEqual(601);
    await rig.sql.query('DELETE FROM conversions WHERE owner_id = $1', [row.owner?.id]);
    await redis.flushall();
  });

  it('replaces a job whose data is missing', async () => {
    const row = await rig.addConversion();
    await redis.zrem('bull:convert-image:prioritized', row.id);
    rig.offsetMs = 31_000;
    await sweep();
    expect(await jobs()).toContain(row.id);
  });

  it('fails and releases a conversion whose job and input are both lost', async () => {
    const owner = aGuest();
    const row = await rig.addConversion(owner);
    await redis.flushall();
    await rig.store.delete([row.inputKey]);
    rig.offsetMs = 31_000;
    await sweep();
    expect(await rig.find(row.id)).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await rig.countersOf(`guest:${owner.id}`)).toEqual({ total: 0, image: 0, unfinished: 0 });
  });

  it('ends a conversion after its deadline, once', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    rig.offsetMs = 50 * MINUTE_MS + 1_000;
    await Promise.all([sweep(), sweep()]);
    expect(await rig.find(row.id)).toMatchObject({ status: 'failed', errorCode: 'ENGINE_TIMEOUT' });
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 0, image: 0, unfinished: 0 });
  });

  it('gives priority 1 to conversions that were accepted before the priorities restarted', async () => {
    const row = await rig.addConversion();
    const wrapMs = 2 ** 20 * 1_000;
    rig.offsetMs = Math.ceil(Date.now() / wrapMs) * wrapMs - Date.now() + 1_000;
    // The deadline is moved too, because the sweep would otherwise end the conversion.
    await rig.sql.query('UPDATE conversions SET deadline_at = $2, erase_at = $2 WHERE id = $1', [
      row.id,
      new Date(rig.clock.nowMs() + MINUTE_MS).toISOString(),
    ]);
    await sweep();
    expect((await rig.find(row.id)).priority).toBe(1);
    expect(await redis.zscore('bull:convert-image:prioritized', row.id)).toMatch(/^429496\d{4}$/);
  });

  it('changes in the next pass the jobs that Redis refused to change', async () => {
    const row = await rig.addConversion();
    const wrapMs = 2 ** 20 * 1_000;
    rig.offsetMs = Math.ceil(Date.now() / wrapMs) * wrapMs - Date.now() + 1_000;
    await rig.sql.query('UPDATE conversions SET deadline_at = $2, erase_at = $2 WHERE id = $1', [
      row.id,
      new Date(rig.clock.nowMs() + MINUTE_MS).toISOString(),
    ]);
    jest
      .spyOn(rig.get(LaneQueues), 'changePriority')
      .mockRejectedValueOnce(new Error('Redis is unreachable'));
    await expect(sweep()).rejects.toThrow('Redis is unreachable');
    await sweep();
    expect(await redis.zscore('bull:convert-image:prioritized', row.id)).toMatch(/^429496\d{4}$/);
  });

  it('ends the other overdue conversions when one cannot be ended', async () => {
    const rows = [await rig.addConversion(), await rig.addConversion()];
    rig.offsetMs = 50 * MINUTE_MS + 1_000;
    const endings = rig.get(Endings);
    const end = endings.end.bind(endings);
    jest.spyOn(endings, 'end').mockImplementation(async (id, ...rest) => {
      if (id === rows[0]?.id) throw new Error('a defect');
      return end(id, ...rest);
    });
    await sweep();
    expect((await rig.find(rows[1]?.id ?? '')).status).toBe('failed');
  });

  it('deletes names, keys, addresses and texts of the options when the files are due', async () => {
    const request = await rig.request(aGuest());
    const row = await rig.accept({ ...request, optionsJson: '{"title":"My wedding","quality":80}' });
    await rig.claim(row.id);
    await rig.complete(row, 1);
    rig.offsetMs = 58 * MINUTE_MS + 1_000;
    await sweep();
    const after = await rig.find(row.id);
    expect(after).toMatchObject({ status: 'completed', originalFileName: '', outputKey: '' });
    expect(after.owner?.address).toBe('');
    expect(JSON.parse(after.optionsJson)).toEqual({ quality: 80 });
    expect(after.expiresAtMs).toBe(row.expiresAtMs);
    expect(after.convertedSizeBytes).toBe(500);
  });
});

describe('ReaperService', () => {
  it('erases everything after 59 minutes: input, output, orphans and open uploads', async () => {
    const row = await rig.addConversion();
    await rig.store.put(`${row.keyPrefix}output-1`, Readable.from(['made']));
    const orphan = row.keyPrefix.replace(row.id, crypto.randomUUID());
    await rig.store.put(`${orphan}input`, Readable.from(['an orphan']));
    const body = new PassThrough();
    const open = rig.store.put(`${orphan}open`, body);
    body.write(Buffer.alloc(100_000));
    await once(body, 'drain');
    await reap();
    expect(await keys()).toContain(`${row.keyPrefix}output-1`);
    rig.offsetMs = 59 * MINUTE_MS;
    await reap();
    expect(await rig.store.listTopLevel()).toEqual([]);
    body.destroy(new Error('the client has disconnected'));
    await expect(open).rejects.toThrow();
  });

  it('continues after a minute that cannot be erased, and reports it until it is erased', async () => {
    const row = await rig.addConversion();
    const [minute = ''] = row.keyPrefix.split('/');
    const stuck = '2026-01-01T00:00';
    await rig.store.put(`${stuck}/x/input`, Readable.from(['stuck']));
    const erase = rig.store.deletePrefix.bind(rig.store);
    jest.spyOn(rig.store, 'deletePrefix').mockImplementation(async (prefix) => {
      if (prefix.startsWith(stuck)) throw new Error('refused');
      return erase(prefix);
    });
    rig.offsetMs = 59 * MINUTE_MS;
    await reap();
    expect(await rig.store.listTopLevel()).toEqual([stuck]);
    expect(minute > stuck).toBe(true);
    const metrics = rig.get(UsageMetrics);
    const [overdue] = (await metrics.reaperOverdueObjects.get()).values;
    const [lag] = (await metrics.reaperLagSeconds.get()).values;
    expect(overdue?.value).toBe(1);
    expect(lag?.value).toBeGreaterThan(3_600);
    jest.restoreAllMocks();
    await reap();
    expect(await rig.store.listTopLevel()).toEqual([]);
    expect((await metrics.reaperLagSeconds.get()).values[0]?.value).toBe(0);
  });
});

describe('LaneFigures', () => {
  it('report queue and ledger by lane and plan, and are absent while Redis is unreachable', async () => {
    await rig.sql.query('DELETE FROM conversions');
    await redis.flushall();
    const metrics = rig.get(UsageMetrics);
    const figures = async () =>
      Object.fromEntries(
        await Promise.all(
          (['queueJobs', 'unfinished', 'oldestJobAgeSeconds', 'overdue'] as const).map(async (name) => {
            const { values } = await metrics[name].get();
            const ofImages = values.filter(({ labels, value }) => labels.lane === 'image' && value > 0);
            return [name, ofImages.map(({ labels, value }) => ({ ...labels, value }))] as const;
          }),
        ),
      );
    const waiting = await rig.addConversion(aUser('pro'));
    const converting = await rig.addConversion(aUser('free'));
    await rig.claim(converting.id);
    rig.offsetMs = 20_000;
    expect(await figures()).toEqual({
      queueJobs: [{ lane: 'image', state: 'prioritized', value: 2 }],
      unfinished: [
        { lane: 'image', plan: 'free', status: 'converting', value: 1 },
        { lane: 'image', plan: 'pro', status: 'pending', value: 1 },
      ],
      oldestJobAgeSeconds: [{ lane: 'image', plan: 'pro', value: expect.closeTo(20, -1) }],
      overdue: [],
    });
    rig.offsetMs = 51 * MINUTE_MS;
    expect((await figures()).overdue).toEqual([{ lane: 'image', value: 2 }]);
    await sweep();
    await expect(rig.find(waiting.id)).resolves.toMatchObject({ status: 'failed' });
    const swept = (await rig.app.get<Runtime>(RUNTIME).ops.registry.metrics()).split('\n');
    expect(swept).toContainEqual(
      expect.stringMatching(/^sweep_results_total\{lane="image",result="timed_out",.*\} [1-9]\d*$/),
    );

    rig.redis.freeze();
    rig.offsetMs = 60 * MINUTE_MS;
    const text = await rig.app.get<Runtime>(RUNTIME).ops.registry.metrics();
    rig.redis.thaw();
    expect(text).toMatch(/^shared_figures_up\{.*\} 0$/m);
    expect(text).not.toMatch(/^queue_jobs\{/m);
  });
});

describe('PurgeService', () => {
  it('deletes rows, sums and counts after 12 months, counters after their period, and nothing younger', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    await rig.complete(row, 1);
    const history = { owner, page: 1, pageSize: 20 };
    await rig.get(PurgeService).run();
    await expect(rig.find(row.id)).resolves.toBeDefined();
    expect(await rig.countersOf(`user:${owner.id}`)).toMatchObject({ total: 1 });
    rig.offsetMs = 364 * 24 * 60 * MINUTE_MS;
    await rig.get(PurgeService).run();
    expect((await rig.client.listConversions(history)).totalCount).toBe(1);
    rig.offsetMs = 367 * 24 * 60 * MINUTE_MS;
    await rig.get(PurgeService).run();
    await expect(rig.find(row.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await rig.client.listConversions(history)).toEqual({ conversions: [], totalCount: 0 });
    expect((await rig.client.getAnalytics({ owner, sinceMs: 0 })).days).toEqual([]);
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({});
    const counts = await rig.sql.query('SELECT FROM user_histories WHERE user_id = $1', [owner.id]);
    expect(counts).toEqual([]);
  });

  it('deletes idempotency keys after a day', async () => {
    const owner = aUser();
    const idempotency = { key: 'k', requestHash: new Uint8Array(32) };
    await rig.accept({ ...(await rig.request(owner)), idempotency });
    const keys = (): Promise<unknown[]> =>
      rig.sql.query('SELECT FROM idempotency_keys WHERE user_id = $1', [owner.id]);
    rig.offsetMs = 23 * 60 * MINUTE_MS;
    await rig.get(PurgeService).run();
    expect(await keys()).toHaveLength(1);
    rig.offsetMs = 24 * 60 * MINUTE_MS + 1_000;
    await rig.get(PurgeService).run();
    expect(await keys()).toHaveLength(0);
  });

  it('runs as many batches as it needs for counters and histories', async () => {
    await rig.sql.query(`
      INSERT INTO counters (subject, period, category, used, ends_at)
      SELECT 'user:' || n, '2025-01', 'total', 1, '2025-02-01' FROM generate_series(1, 5001) n`);
    expect(await rig.get(QuotasRepository).purge(rig.clock.nowMs(), 1)).toBe(1);
    // Only the history with the highest id may be deleted; it is on the second page.
    const last = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    await rig.sql.query(
      `INSERT INTO user_histories (user_id, conversions)
       SELECT gen_random_uuid(), 1 FROM generate_series(1, 5000) UNION ALL SELECT $1, 0`,
      [last],
    );
    await rig.get(PurgeService).run();
    expect(await rig.sql.query(`SELECT FROM counters WHERE period = '2025-01'`)).toEqual([]);
    expect(await rig.sql.query('SELECT FROM user_histories WHERE user_id = $1', [last])).toEqual([]);
    expect(await rig.sql.query('SELECT FROM user_histories WHERE conversions = 1 LIMIT 5000')).toHaveLength(
      5_000,
    );
  });

  it('continues with the other tables if one cannot be purged', async () => {
    jest.spyOn(rig.get(QuotasRepository), 'purge').mockRejectedValue(new Error('a statement took too long'));
    const { id } = aUser();
    await rig.sql.query('INSERT INTO user_histories (user_id, conversions) VALUES ($1, 0)', [id]);
    await rig.get(PurgeService).run();
    expect(await rig.sql.query('SELECT FROM user_histories WHERE user_id = $1', [id])).toEqual([]);
  });

  it('does not wait for a counter that is in use', async () => {
    await rig.sql.query(
      `INSERT INTO counters (subject, period, category, used, ends_at)
       VALUES ('user:a', '2025-01', 'total', 1, '2025-02-01'), ('user:b', '2025-01', 'total', 1, '2025-02-01')`,
    );
    await rig.sql.transaction(async (tx) => {
      await tx.query(`SELECT FROM counters WHERE subject = 'user:a' FOR UPDATE`);
      await rig.get(PurgeService).run();
    });
    expect(await rig.countersOf('user:a')).toEqual({ total: 1 });
    expect(await rig.countersOf('user:b')).toEqual({});
  });
});
