import type { usage } from '@filemill/contracts';
import { describe, expect, it } from '@jest/globals';
import { Endings } from '../src/endings/endings.js';
import { A_LOSS, aGuest, aUser, MINUTE_MS, useRig } from './rig.js';

const rig = useRig();

const codesOf = (results: PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === 'rejected' ? result.reason.code : 'ok'));

describe('SettleAttempt', () => {
  it('records a success: the allowance stays used, the unfinished count falls, the totals grow', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    const before = await rig.client.getStatistics({});
    const { granted, attempt } = await rig.claim(row.id);
    expect({ granted, attempt }).toEqual({ granted: true, attempt: 1 });
    const { settled, conversion } = await rig.complete(row, 1);
    expect(settled).toBe(true);
    expect(conversion).toMatchObject({
      status: 'completed',
      outputKey: `${row.keyPrefix}output-1`,
      outputExtension: 'webp',
      convertedSizeBytes: 500,
      losses: [A_LOSS],
    });
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 0 });
    expect(await rig.client.getStatistics({})).toEqual({
      totalConversions: before.totalConversions + 1,
      totalDataProcessedBytes: before.totalDataProcessedBytes + 1_000,
    });
  });

  it('gives a repeated call the same answer and counts it once', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    const before = await rig.client.getStatistics({});
    const answers = await Promise.all(Array.from({ length: 6 }, () => rig.complete(row, 1)));
    expect(answers.map(({ settled }) => settled)).toEqual(Array(6).fill(true));
    expect(new Set(answers.map(({ conversion }) => conversion?.version)).size).toBe(1);
    expect((await rig.client.getStatistics({})).totalConversions).toBe(before.totalConversions + 1);
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 0 });
  });

  it('releases a failure once and stores its code', async () => {
    const owner = aGuest();
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => rig.fail(row, 1, 'FILE_CORRUPT')));
    expect(answers.every(({ settled }) => settled)).toBe(true);
    expect(await rig.find(row.id)).toMatchObject({
      status: 'failed',
      errorCode: 'FILE_CORRUPT',
      outputKey: '',
    });
    const released = { total: 0, image: 0, unfinished: 0 };
    expect(await rig.countersOf(`guest:${owner.id}`)).toEqual(released);
    expect(await rig.countersOf(`address:${owner.address}`)).toEqual(released);
  });

  it('refuses an attempt that is not the current one, and returns the row with the valid output', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    await rig.expireLease(row.id);
    expect((await rig.claim(row.id)).attempt).toBe(2);
    expect(await rig.client.checkAttempt({ conversionId: row.id, attempt: 1 })).toEqual({ current: false });
    expect(await rig.complete(row, 1)).toMatchObject({
      settled: false,
      conversion: { status: 'converting' },
    });
    await rig.complete(row, 2);
    const late = await rig.complete(row, 1);
    expect(late).toMatchObject({ settled: false, conversion: { outputKey: `${row.keyPrefix}output-2` } });
  });

  it('retries once after an engine failure, then ends the conversion', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    const first = await rig.fail(row, 1, 'ENGINE_FAILED');
    const again = await rig.fail(row, 1, 'ENGINE_FAILED');
    for (const answer of [first, again]) {
      expect(answer).toMatchObject({ settled: false, conversion: { status: 'pending', attempt: 1 } });
    }
    expect(await rig.claim(row.id)).toMatchObject({ granted: true, attempt: 2 });
    expect(await rig.fail(row, 2, 'ENGINE_FAILED')).toMatchObject({
      settled: true,
      conversion: { status: 'failed', errorCode: 'ENGINE_FAILED' },
    });
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 0, image: 0, unfinished: 0 });
  });

  it('records a success after the deadline as ENGINE_TIMEOUT without an output', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    rig.offsetMs = 50 * MINUTE_MS + 1_000;
    const answer = await rig.complete(row, 1);
    rig.offsetMs = 0;
    expect(answer).toMatchObject({
      settled: true,
      conversion: { status: 'failed', errorCode: 'ENGINE_TIMEOUT', outputKey: '' },
    });
  });

  it.each([
    ['of another conversion', (row: usage.Conversion) => row.keyPrefix.replace(row.id, crypto.randomUUID())],
    ['above the prefix', (row: usage.Conversion) => row.keyPrefix.slice(0, 17)],
    ['with a path upwards', (row: usage.Conversion) => `${row.keyPrefix}../${crypto.randomUUID()}/`],
    ['in a folder', (row: usage.Conversion) => `${row.keyPrefix}deeper/`],
  ])('refuses an output %s with INVALID_REQUEST and keeps the attempt', async (_where, prefixOf) => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    const refused = rig.complete({ ...row, keyPrefix: prefixOf(row) }, 1);
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { 'completed.outputKey': expect.any(String) } },
    });
    expect(await rig.find(row.id)).toMatchObject({ status: 'converting', outputKey: '' });
    expect((await rig.complete(row, 1)).settled).toBe(true);
  });

  it('lets either the cancellation or the success win, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const owner = aUser();
      const row = await rig.addConversion(owner);
      await rig.claim(row.id);
      const [settlement, deletion] = await Promise.all([
        rig.complete(row, 1),
        rig.client.deleteConversion({ conversionId: row.id, owner }),
      ]);
      const final = await rig.find(row.id);
      const won = final.status === 'completed';
      expect(final).toMatchObject({ outputKey: '', originalFileName: '' });
      expect(deletion.conversion?.status).toBe(final.status);
      expect(settlement.conversion?.outputKey).toBe(
        settlement.settled && won ? `${row.keyPrefix}output-1` : '',
      );
      expect(await rig.countersOf(`user:${owner.id}`)).toEqual({
        total: won ? 1 : 0,
        image: won ? 1 : 0,
        unfinished: 0,
      });
    }
  });
});

describe('ClaimAttempt', () => {
  it('grants at most two tries: the third claim ends as ENGINE_FAILED and releases the reservation', async () => {
    const owner = aUser();
    const row = await rig.addConversion(owner);
    for (const attempt of [1, 2]) {
      expect(await rig.claim(row.id)).toMatchObject({ granted: true, attempt });
      await rig.expireLease(row.id);
    }
    expect(await rig.claim(row.id)).toMatchObject({
      granted: false,
      conversion: { status: 'failed', errorCode: 'ENGINE_FAILED' },
    });
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 0, image: 0, unfinished: 0 });
  });

  it('is postponed while another attempt is alive, and costs no try, however often it is repeated', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    const before = await rig.find(row.id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => rig.claim(row.id)));
    for (const { granted, retryInMs = 0 } of answers) {
      expect(granted).toBe(false);
      expect(retryInMs).toBeGreaterThan(0);
      expect(retryInMs).toBeLessThanOrEqual(20_000);
    }
    expect(await rig.find(row.id)).toEqual(before);
    expect((await rig.complete(row, 1)).settled).toBe(true);
  });

  it('is postponed as long as the worker extends the attempt', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    for (let round = 0; round < 3; round++) {
      await rig.expireLease(row.id);
      expect(await rig.client.checkAttempt({ conversionId: row.id, attempt: 1 })).toEqual({ current: true });
      expect(await rig.claim(row.id)).toMatchObject({ granted: false, conversion: { status: 'converting' } });
    }
    await rig.expireLease(row.id);
    expect(await rig.claim(row.id)).toMatchObject({ granted: true, attempt: 2 });
    expect(await rig.client.checkAttempt({ conversionId: row.id, attempt: 1 })).toEqual({ current: false });
  });

  it('is granted to one of many callers after an attempt has expired', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    await rig.expireLease(row.id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => rig.claim(row.id)));
    expect(answers.filter(({ granted }) => granted)).toMatchObject([{ attempt: 2 }]);
    expect(await rig.find(row.id)).toMatchObject({ status: 'converting', attempt: 2 });
  });

  it('does not end a conversion whose last attempt is alive or has just been extended', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    await rig.expireLease(row.id);
    await rig.claim(row.id);
    expect(await rig.claim(row.id)).toMatchObject({ granted: false, retryInMs: expect.any(Number) });
    const ending = { status: 'failed', code: 'ENGINE_FAILED' } as const;
    const guard = { nowMs: rig.clock.nowMs(), attempt: 2, unleased: true };
    expect(await rig.get(Endings).end(row.id, ending, guard)).toBeUndefined();
    expect((await rig.complete(row, 2)).settled).toBe(true);
  });

  it('returns the time that the conversion may take', async () => {
    const row = await rig.addConversion();
    rig.offsetMs = 20 * MINUTE_MS;
    const { remainingMs = 0 } = await rig.claim(row.id);
    rig.offsetMs = 0;
    expect(remainingMs).toBeLessThanOrEqual(30 * MINUTE_MS);
    expect(remainingMs).toBeGreaterThan(29 * MINUTE_MS);
  });

  it('counts a claim once, however often its call is repeated', async () => {
    const row = await rig.addConversion();
    const token = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => rig.claim(row.id, token)));
    for (const answer of answers) expect(answer).toMatchObject({ granted: true, attempt: 1 });
    await rig.expireLease(row.id);
    expect(await rig.claim(row.id)).toMatchObject({ granted: true, attempt: 2 });
    expect((await rig.complete(row, 2)).settled).toBe(true);
  });

  it('does not grant a returned attempt again to the same token', async () => {
    const row = await rig.addConversion();
    const token = crypto.randomUUID();
    await rig.claim(row.id, token);
    await rig.client.returnAttempt({ conversionId: row.id, attempt: 1 });
    expect(await rig.claim(row.id, token)).toMatchObject({ granted: false });
    expect(await rig.claim(row.id)).toMatchObject({ granted: true, attempt: 2 });
  });

  it('does not count a returned attempt, and never uses its number again', async () => {
    const row = await rig.addConversion();
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await rig.claim(row.id)).toMatchObject({ granted: true, attempt });
      await rig.client.returnAttempt({ conversionId: row.id, attempt });
      await rig.client.returnAttempt({ conversionId: row.id, attempt });
      expect(await rig.find(row.id)).toMatchObject({ status: 'pending', attempt });
    }
    expect(await rig.complete(row, 4)).toMatchObject({ settled: false });
  });

  it('is refused for a row that has ended, and returns the row with the valid output', async () => {
    const row = await rig.addConversion();
    await rig.claim(row.id);
    await rig.complete(row, 1);
    expect(await rig.claim(row.id)).toMatchObject({
      granted: false,
      conversion: { status: 'completed', outputKey: `${row.keyPrefix}output-1` },
    });
  });

  it('ends a conversion whose deadline has passed', async () => {
    const row = await rig.addConversion();
    rig.offsetMs = 51 * MINUTE_MS;
    const answer = await rig.claim(row.id);
    rig.offsetMs = 0;
    expect(answer).toMatchObject({ granted: false, conversion: { errorCode: 'ENGINE_TIMEOUT' } });
  });

  it('answers NOT_FOUND without a row', async () => {
    await expect(rig.claim(crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('GetConversion and DeleteConversion', () => {
  it('do not reveal conversions of other owners', async () => {
    const row = await rig.addConversion(aGuest());
    const owner = aGuest();
    const missing = { conversionId: crypto.randomUUID(), owner };
    const results = await Promise.allSettled([
      rig.client.getConversion({ conversionId: row.id, owner }),
      rig.client.deleteConversion({ conversionId: row.id, owner }),
      rig.client.getConversion(missing),
      rig.client.deleteConversion(missing),
    ]);
    expect(codesOf(results)).toEqual(Array(4).fill('NOT_FOUND'));
    expect(await rig.find(row.id)).toMatchObject({ status: 'pending' });
  });

  it('cancel, release and erase immediately, and may be repeated', async () => {
    const owner = aGuest();
    const row = await rig.addConversion(owner);
    await rig.claim(row.id);
    const calls = Array.from({ length: 4 }, () =>
      rig.client.deleteConversion({ conversionId: row.id, owner }),
    );
    for (const { conversion } of await Promise.all(calls)) {
      expect(conversion).toMatchObject({
        status: 'cancelled',
        errorCode: 'CANCELLED',
        originalFileName: '',
        keyPrefix: row.keyPrefix,
      });
      expect(conversion?.expiresAtMs).toBeLessThanOrEqual(rig.clock.nowMs());
    }
    expect(await rig.countersOf(`guest:${owner.id}`)).toEqual({ total: 0, image: 0, unfinished: 0 });
    expect(await rig.client.checkAttempt({ conversionId: row.id, attempt: 1 })).toEqual({ current: false });
  });

  it('count the conversions that wait ahead in the lane', async () => {
    const rows = [await rig.addConversion(aUser('pro')), await rig.addConversion(aUser('free'))];
    const [first, second] = await Promise.all(rows.map((row) => rig.find(row.id)));
    expect((second?.queuePosition ?? 0) - (first?.queuePosition ?? 0)).toBeGreaterThan(0);
  });
});
