import type { usage } from '@filemill/contracts';
import { LAST_PRIORITY } from '@filemill/queue';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { PurgeService } from '../src/retention/purge.service.js';
import { aGuest, aUser, MINUTE_MS, Rig } from './rig.js';

const HOUR_MS = 60 * MINUTE_MS;
const EXEMPT = '10.250.0.1';

let rig: Rig;
let redis: Redis;
beforeAll(async () => {
  rig = await new Rig().start({ GUEST_ADDRESS_EXEMPT: EXEMPT });
  redis = new Redis(rig.redis.url);
  await beginHour();
});
afterAll(async () => {
  redis.disconnect();
  await rig.stop();
});
afterEach(beginHour);

/** Moves the clock to the start of the next hour, so that no test crosses the end of an hour. */
async function beginHour(): Promise<void> {
  const hour = Math.floor(rig.clock.nowMs() / HOUR_MS) * HOUR_MS;
  rig.offsetMs = hour + HOUR_MS + 1_000 - Date.now();
  await redis.flushall();
}

/** Failed work of a subject, summed over all hours, in ms. */
async function failedWorkOf(subject: string): Promise<number> {
  const [row]: [{ sum: number }] = await rig.sql.query(
    'SELECT coalesce(sum(engine_ms), 0)::int AS sum FROM failed_work WHERE subject = $1',
    [subject],
  );
  return row.sum;
}
/** Changes the claim time of an attempt, so that it seems to have run for a time until now. */
const setRunTime = (row: usage.Conversion, ms: number): Promise<unknown> =>
  rig.sql.query(`UPDATE conversions SET claimed_at = checked_at - $2 * interval '1 ms' WHERE id = $1`, [
    row.id,
    ms,
  ]);
/** Adds a conversion that fails finally after a run time. */
async function failAfter(owner: usage.Owner, ms: number): Promise<usage.Conversion> {
  const row = await rig.addConversion(owner);
  await rig.claim(row.id);
  await rig.fail(row, 1, 'ENGINE_TIMEOUT', ms);
  return row;
}
/** The place of a conversion in its lane: BullMQ's priority. */
const placeOf = async ({ id }: usage.Conversion): Promise<number> =>
  Math.floor(Number(await redis.zscore('bull:convert-image:prioritized', id)) / 2 ** 32);

describe('failed work', () => {
  it('is counted once for each failed attempt of a user', async () => {
    const owner = aUser('pro');
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    await Promise.all(Array.from({ length: 3 }, () => rig.fail(row, 1, 'ENGINE_FAILED', 4_000)));
    await rig.claim(row.id);
    await Promise.all(Array.from({ length: 3 }, () => rig.fail(row, 2, 'ENGINE_FAILED', 5_000)));
    expect((await rig.find(row.id)).status).toBe('failed');
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(9_000);
  });

  it('is counted for a guest’s fingerprint and address, but not for an exempt address', async () => {
    const [guest, local] = [aGuest(), aGuest({ address: EXEMPT })];
    await failAfter(guest, 3_000);
    await failAfter(local, 3_000);
    const subjects = [
      `guest:${guest.id}`,
      `address:${guest.address}`,
      `guest:${local.id}`,
      `address:${EXEMPT}`,
    ];
    expect(await Promise.all(subjects.map(failedWorkOf))).toEqual([3_000, 3_000, 3_000, 0]);
  });

  it('is not counted for successful or returned attempts', async () => {
    const owner = aUser('pro');
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    await setRunTime(row, 50_000);
    await rig.client.returnAttempt({ conversionId: row.id, attempt: 1 });
    await rig.claim(row.id);
    await rig.complete(row, 2);
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(0);
  });

  it('is the time from claim to last extension if an attempt is cancelled, lost, or ended by the deadline', async () => {
    const owner = aUser('pro');
    const [cancelled, lost, late, waiting] = [
      await rig.addConversion(owner),
      await rig.addConversion(owner),
      await rig.addConversion(owner),
      await rig.addConversion(owner),
    ];
    for (const row of [cancelled, lost, late]) {
      await rig.claim(row.id);
      await setRunTime(row, 30_000);
    }
    for (let call = 0; call < 2; call++) {
      await rig.client.deleteConversion({ conversionId: cancelled.id, owner });
      await rig.client.deleteConversion({ conversionId: waiting.id, owner });
    }
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(30_000);
    await rig.expireLease(lost.id);
    await Promise.all([rig.claim(lost.id), rig.claim(lost.id)]);
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(60_000);
    await rig.complete(lost, 2);
    rig.offsetMs += 50 * MINUTE_MS;
    await rig.complete(late, 1);
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(90_000);
  });

  it('that a refused upload causes is counted once', async () => {
    const guest = aGuest();
    const { conversionId } = await rig.client.checkUpload({ owner: guest, openUploads: 0 });
    const calls = Array.from({ length: 3 }, () =>
      rig.client.countFailedWork({ conversionId, owner: guest, engineMs: 7_000 }),
    );
    await Promise.all(calls);
    const withoutFingerprint = { ...guest, id: '' };
    const other = await rig.client.checkUpload({ owner: withoutFingerprint, openUploads: 0 });
    await rig.client.countFailedWork({
      conversionId: other.conversionId,
      owner: withoutFingerprint,
      engineMs: 1_000,
    });
    expect(await failedWorkOf(`guest:${guest.id}`)).toBe(7_000);
    expect(await failedWorkOf(`address:${guest.address}`)).toBe(8_000);
  });

  it('is exported for its user and deleted after a day', async () => {
    const owner = aUser();
    await failAfter(owner, 3_000);
    const hourBeginsAtMs = Math.floor(rig.clock.nowMs() / HOUR_MS) * HOUR_MS;
    const { failedWork } = await rig.client.exportOwner({ owner });
    expect(failedWork).toEqual([{ hourBeginsAtMs, engineMs: 3_000 }]);
    const before = rig.offsetMs;
    rig.offsetMs = before + 23 * HOUR_MS;
    await rig.get(PurgeService).run();
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(3_000);
    rig.offsetMs = before + 25 * HOUR_MS;
    await rig.get(PurgeService).run();
    expect(await failedWorkOf(`user:${owner.id}`)).toBe(0);
  });
});

describe('an owner with too much failed work in an hour', () => {
  it('is placed last in the lane and still gets attempts', async () => {
    const owner = aUser('pro');
    const [early, late] = [await rig.addConversion(owner), await rig.addConversion(aGuest())];
    expect(await placeOf(early)).toBeLessThan(await placeOf(late));
    await failAfter(owner, 60 * MINUTE_MS + 1);
    const { granted, retryInMs = 0 } = await rig.claim(early.id);
    expect(granted).toBe(false);
    expect(retryInMs).toBeGreaterThan(0);
    expect(await placeOf(early)).toBe(LAST_PRIORITY);
    expect(await placeOf(late)).toBeLessThan(LAST_PRIORITY);
    expect(await rig.find(early.id)).toMatchObject({
      status: 'pending',
      attempt: 0,
      priority: LAST_PRIORITY,
    });
    expect(await rig.claim(early.id)).toMatchObject({ granted: true, attempt: 1 });
    expect((await rig.complete(early, 1)).settled).toBe(true);
  });

  it('is placed last even if a worker already has the job', async () => {
    const owner = aUser('pro');
    await failAfter(owner, 60 * MINUTE_MS + 1);
    await redis.flushall(); // only the next job is left
    const row = await rig.addConversion(owner);
    const connection = new Redis(rig.redis.url, { maxRetriesPerRequest: null });
    const worker = new Worker('convert-image', null, { connection });
    const job = await worker.getNextJob('token');
    expect(job?.id).toBe(row.id);
    await rig.claim(row.id);
    await job?.moveToDelayed(Date.now(), 'token');
    const again = await worker.getNextJob('token');
    expect([again?.id, again?.priority]).toEqual([row.id, LAST_PRIORITY]);
    await worker.close();
    connection.disconnect();
  });

  it('runs one conversion at a time, however many are requested, and continues when it ends', async () => {
    const owner = aUser('pro');
    const rows = await Promise.all(Array.from({ length: 4 }, () => rig.addConversion(owner)));
    await failAfter(owner, 60 * MINUTE_MS + 1);
    await Promise.all(rows.map(({ id }) => rig.claim(id))); // moves each job to the last place
    for (let left = rows.length; left > 0; left--) {
      const answers = await Promise.all(rows.map(({ id }) => rig.claim(id)));
      const granted = answers.filter((answer) => answer.granted);
      expect(granted).toHaveLength(1);
      const postponed = answers.filter(({ retryInMs }) => retryInMs !== undefined);
      expect(postponed).toHaveLength(left - 1);
      const row = rows.find(({ id }) => id === granted[0]?.conversion?.id) as usage.Conversion;
      expect((await rig.complete(row, 1)).settled).toBe(true);
    }
  });

  it('does not wait for an attempt whose lease has expired', async () => {
    const owner = aUser('pro');
    const rows = [await rig.addConversion(owner), await rig.addConversion(owner)] as const;
    await failAfter(owner, 60 * MINUTE_MS + 1);
    for (const { id } of rows) await rig.claim(id);
    expect((await rig.claim(rows[0].id)).granted).toBe(true);
    expect((await rig.claim(rows[1].id)).granted).toBe(false);
    await rig.expireLease(rows[0].id);
    expect((await rig.claim(rows[1].id)).granted).toBe(true);
  });

  it('includes a guest from 10 min on, and every guest of the same address', async () => {
    const { address } = aGuest();
    await failAfter(aGuest({ address }), 6 * MINUTE_MS);
    const before = await rig.addConversion(aGuest({ address }));
    expect((await rig.claim(before.id)).granted).toBe(true);
    await rig.complete(before, 1);
    await failAfter(aGuest({ address }), 4 * MINUTE_MS + 1);
    const after = await rig.addConversion(aGuest({ address }));
    expect((await rig.claim(after.id)).granted).toBe(false);
    const elsewhere = await rig.addConversion(aGuest());
    expect((await rig.claim(elsewhere.id)).granted).toBe(true);
  });

  it('is treated like others when the hour is over', async () => {
    const owner = aUser('pro');
    await failAfter(owner, 60 * MINUTE_MS + 1);
    rig.offsetMs += HOUR_MS;
    const row = await rig.addConversion(owner);
    expect((await rig.claim(row.id)).granted).toBe(true);
  });
});
