import type { usage } from '@filemill/contracts';
import { newId } from '@filemill/platform';
import { keyPrefixOf } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { Admissions } from '../src/acceptance/admissions.js';
import { acceptConversionSchema } from '../src/conversions/dto.js';
import { LaneQueues } from '../src/lanes/lane-queues.js';
import { aGuest, aUser, MINUTE_MS, useRig } from './rig.js';

const rig = useRig({ GUEST_ADDRESS_EXEMPT: 'loopback' });

describe('CheckUpload', () => {
  it('returns an id that contains S, a key prefix with the minute of erasure, and the limits of the plan', async () => {
    rig.offsetMs = Date.parse('2026-11-21T01:17:30.500Z') - Date.now();
    const permit = await rig.client.checkUpload({ owner: aGuest(), openUploads: 0 });
    rig.offsetMs = 0;
    expect(permit.keyPrefix).toBe(`2026-11-21T02:15/${permit.conversionId}/`);
    expect(permit.uploadDeadlineMs - permit.startedAtMs).toBe(30 * MINUTE_MS);
    expect(permit.maxSizeBytes).toMatchObject({ image: 50 * 1_048_576, archive: 200 * 1_048_576 });
    const hex = permit.conversionId.replaceAll('-', '');
    expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(permit.startedAtMs);
    expect(hex[12]).toBe('7');
  });

  it('counts open uploads of an account like its unfinished conversions', async () => {
    const owner = aUser('free');
    await rig.addConversion(owner);
    await expect(rig.client.checkUpload({ owner, openUploads: 8 })).resolves.toBeDefined();
    await expect(rig.client.checkUpload({ owner, openUploads: 9 })).rejects.toMatchObject({
      code: 'CONCURRENCY_LIMIT',
      params: { limit: 10, used: 10 },
    });
  });

  it('counts open uploads of guests by address, also before the fingerprint has arrived', async () => {
    for (const owner of [aGuest(), aGuest({ id: '' })]) {
      await expect(rig.client.checkUpload({ owner, openUploads: 4 })).resolves.toBeDefined();
      await expect(rig.client.checkUpload({ owner, openUploads: 5 })).rejects.toMatchObject({
        code: 'CONCURRENCY_LIMIT',
        params: { limit: 5, used: 5 },
      });
    }
  });
});

describe('AcceptConversion', () => {
  it('writes a pending row, raises the counters and queues the job', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    expect(row).toMatchObject({ status: 'pending', version: 1, attempt: 0, originalFileName: 'holiday.png' });
    expect(row.queuePosition).toBeGreaterThanOrEqual(0);
    expect(row.deadlineMs - row.expiresAtMs).toBe(-7 * MINUTE_MS);
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 1 });
  });

  it('returns the row of the first call to a repeated call, and counts once', async () => {
    const owner = aGuest();
    const request = await rig.request(owner);
    const rows = await Promise.all(Array.from({ length: 8 }, () => rig.accept(request)));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([request.conversionId]));
    expect(await rig.countersOf(`guest:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 1 });
  });

  it('counts once when the same conversion is requested twice in one batch', async () => {
    const [owner, others] = [aUser('pro'), aUser('pro')];
    const repeat = await rig.request(owner);
    const admissions = rig.get(Admissions);
    // The first two run alone; the two equal requests wait for them in one batch.
    const requests = [await rig.request(others), await rig.request(others), repeat, repeat];
    const answers = await Promise.allSettled(
      requests.map((request) =>
        admissions.admit({
          request: acceptConversionSchema.parse(request),
          requestId: 'repeats',
          nowMs: rig.clock.nowMs(),
          laneSecond: 0,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 1 });
    expect(await rig.sql.query('SELECT FROM conversions WHERE owner_id = $1', [owner.id])).toHaveLength(1);
  });

  it('gives a batch the same places, counts and refusals as single calls', async () => {
    const [owner, full, erased] = [aUser('pro'), aUser('free'), aUser('pro')];
    await rig.addConversion(full);
    await rig.sql.query(`UPDATE counters SET used = 49 WHERE subject = $1 AND category = 'total'`, [
      `user:${full.id}`,
    ]);
    const requests = await Promise.all(
      [...Array(30).fill(owner), ...Array(3).fill(full), erased].map((who) => rig.request(who)),
    );
    await rig.client.eraseOwner({ owner: erased });
    const answers = await Promise.allSettled(requests.map((request) => rig.accept(request)));
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'accepted'));
    expect(codes.slice(0, 30)).toEqual(Array(30).fill('accepted'));
    expect(codes.slice(30, 33).sort()).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'accepted']);
    expect(codes[33]).toBe('UNAUTHENTICATED');
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 30, image: 30, unfinished: 30 });
    expect(await rig.countersOf(`user:${full.id}`)).toMatchObject({ total: 50, unfinished: 2 });
    const places = answers.flatMap((answer) =>
      answer.status === 'fulfilled' && answer.value.owner?.id === owner.id ? [answer.value.priority] : [],
    );
    const [first = 0, ...others] = places.sort((a, b) => a - b);
    // Each job after an owner's fourth is placed three seconds later. The lane's time does not advance while jobs wait.
    expect(others.map((place) => place - first)).toEqual(
      others.map((_, ahead) => 3 * Math.max(0, ahead - 2)),
    );
  });

  it('queues a job that an earlier call with the same id wrote but did not queue', async () => {
    const request = await rig.request(aUser());
    await rig.accept(request);
    const queues = rig.get(LaneQueues);
    await queues.remove('image', request.conversionId);
    await rig.accept(request);
    expect(await queues.idsWithJob('image', [request.conversionId])).toContain(request.conversionId);
  });

  it('refuses a file above the plan’s limit with FILE_TOO_LARGE and counts nothing', async () => {
    const owner = aUser();
    const request = { ...(await rig.request(owner)), originalSizeBytes: 100 * 1_048_576 + 1 };
    await expect(rig.accept(request)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      params: { limitBytes: 100 * 1_048_576 },
    });
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({});
  });

  it('refuses an upload that ended after S + 30 min', async () => {
    const request = await rig.request(aUser());
    rig.offsetMs = 30 * MINUTE_MS + 1_000;
    const refused = rig.accept(request);
    await expect(refused).rejects.toMatchObject({ code: 'UPLOAD_TIMEOUT' });
    rig.offsetMs = 0;
  });

  it('refuses a key prefix or a start time that is not that of its permit', async () => {
    const request = await rig.request(aUser());
    const other = await rig.request(aUser());
    const mixed = { ...request, keyPrefix: other.keyPrefix, inputKey: other.inputKey };
    await expect(rig.accept(mixed)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { keyPrefix: expect.any(String) } },
    });
    await expect(rig.accept({ ...request, startedAtMs: request.startedAtMs + 1 })).rejects.toMatchObject({
      params: { fields: { startedAtMs: expect.any(String) } },
    });
  });

  it('refuses a start that is more than 5 s ahead of its clock, because the start decides when files are erased', async () => {
    const startedAtMs = rig.clock.nowMs() + 6_000;
    const conversionId = newId(startedAtMs);
    const keyPrefix = keyPrefixOf(conversionId, startedAtMs);
    const permit = { conversionId, startedAtMs, keyPrefix, uploadDeadlineMs: 0, maxSizeBytes: {} };
    await expect(rig.accept(rig.requestFor(aUser(), permit))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('allows a guest one conversion at a time, and an address five', async () => {
    const owner = aGuest();
    const [first, second] = [await rig.request(owner), await rig.request(owner)];
    await rig.accept(first);
    await expect(rig.accept(second)).rejects.toMatchObject({
      code: 'CONCURRENCY_LIMIT',
      params: { limit: 1, used: 1, retryAfterSeconds: 5 },
    });
    const others = Array.from({ length: 5 }, () => aGuest({ address: owner.address }));
    const requests = await Promise.all(others.map((other) => rig.request(other)));
    const results = await Promise.allSettled(requests.map((request) => rig.accept(request)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await rig.countersOf(`address:${owner.address}`)).toMatchObject({ unfinished: 5 });
  });

  it('does not count an exempt address', async () => {
    const guests = Array.from({ length: 7 }, () => aGuest({ address: '127.0.0.1' }));
    const requests = await Promise.all(guests.map((guest) => rig.request(guest)));
    await Promise.all(requests.map((request) => rig.accept(request)));
    expect(await rig.countersOf('address:127.0.0.1')).toEqual({});
  });

  it('places a job behind those of owners with fewer jobs', async () => {
    const busy = aUser('pro');
    const rows: usage.Conversion[] = [];
    for (let n = 0; n < 5; n++) rows.push(await rig.addConversion(busy));
    const other = await rig.addConversion(aUser('pro'));
    expect(rows.map(({ priority }) => priority).sort((a, b) => a - b)).toEqual(rows.map((r) => r.priority));
    expect(other.priority).toBeLessThan(rows[4]?.priority ?? 0);
    // The first four are moved back too. The ledger stores this, so that the sweep can restore jobs that Redis lost.
    const now = await Promise.all(rows.map(({ id }) => rig.find(id)));
    expect(now.map(({ priority }) => priority)).toEqual(Array(5).fill(rows[4]?.priority));
  });
});

describe('the limits of a period', () => {
  it('refuse with the numbers, the end of the period and the message of the plan', async () => {
    const owner = aUser();
    await rig.sql.query(
      `INSERT INTO counters (subject, period, category, used, ends_at)
       VALUES ($1, to_char($2::timestamptz, 'YYYY-MM'), 'total', 50, $2)`,
      [`user:${owner.id}`, new Date(rig.clock.nowMs()).toISOString()],
    );
    const refused = rig.client.checkUpload({ owner, openUploads: 0 });
    await expect(refused).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: 'Monthly conversion limit reached (50/50). Upgrade to Pro for 5,000 conversions per month.',
      params: {
        limit: 50,
        used: 50,
        resetAt: expect.stringMatching(/-01T00:00:00.000Z$/),
        retryAfterSeconds: expect.any(Number),
      },
    });
  });

  it('accept exactly 10 of 300 simultaneous requests when 10 are left, as the ledger confirms', async () => {
    for (let round = 0; round < 3; round++) {
      const owner = aUser('pro');
      const subject = `user:${owner.id}`;
      const requests = await Promise.all(Array.from({ length: 300 }, () => rig.request(owner)));
      await rig.accept(requests[0] ?? (await rig.request(owner)));
      await rig.sql.query(`UPDATE counters SET used = 4990 WHERE subject = $1 AND category = 'total'`, [
        subject,
      ]);
      const results = await Promise.allSettled(requests.slice(1).map((request) => rig.accept(request)));
      // On a busy machine some get no connection in time and are refused too, possibly only after the commit.
      for (const result of results) {
        if (result.status === 'rejected')
          expect(['QUOTA_EXCEEDED', 'UNAVAILABLE']).toContain(result.reason.code);
      }
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10);
      expect(await rig.countersOf(subject)).toEqual({ total: 5_000, image: 11, unfinished: 11 });
      const rows = await rig.sql.query('SELECT FROM conversions WHERE owner_id = $1', [owner.id]);
      expect(rows).toHaveLength(11);
    }
  });

  it('allow an address five times a guest’s limit, whatever fingerprints it sends', async () => {
    const { address } = aGuest();
    await rig.sql.query(
      `INSERT INTO counters (subject, period, category, used)
       VALUES ($1, to_char($2::timestamptz, 'YYYY-MM-DD'), 'image', 49)`,
      [`address:${address}`, new Date(rig.clock.nowMs()).toISOString()],
    );
    const requests = await Promise.all(Array.from({ length: 4 }, () => rig.request(aGuest({ address }))));
    const results = await Promise.allSettled(requests.map((request) => rig.accept(request)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ code: 'QUOTA_EXCEEDED', params: { limit: 50, category: 'image' } });
  });
});
