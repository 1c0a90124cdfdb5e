import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { aGuest, aUser, present, useRig } from './rig.js';

const { guest, free, pro } = DEFAULT_PLANS;
const rig = useRig();

/** Moves the clock of the service to an instant. */
const setClock = (instant: string): void => {
  rig.offsetMs = Date.parse(instant) - Date.now();
};

/** Accepts and completes one conversion, so that it stays counted. */
async function convert(owner: usage.Owner): Promise<void> {
  const row = await rig.accept(await rig.request(owner));
  await rig.complete(row, present((await rig.claim(row.id)).attempt));
}

/** Sets what an owner has used. */
const setUsed = (subject: string, period: string, category: string, used: number) =>
  rig.sql.query(
    `INSERT INTO counters (subject, period, category, used) VALUES ($1, $2, $3, $4)
     ON CONFLICT (subject, period, category) DO UPDATE SET used = excluded.used`,
    [subject, period, category, used],
  );

async function refusalOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => AppError.from(thrown),
  );
  if (!error) throw new Error('not refused');
  return error;
}

describe('a period', () => {
  it('of a guest is a day and restarts at midnight UTC', async () => {
    const owner = aGuest();
    setClock('2027-03-31T23:59:30Z');
    await setUsed(`guest:${owner.id}`, '2027-03-31', 'total', guest.conversions.total - 1);
    await convert(owner);
    expect(await refusalOf(rig.request(owner))).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      params: { used: guest.conversions.total, resetAt: '2027-04-01T00:00:00.000Z' },
    });
    setClock('2027-04-01T00:00:01Z');
    await convert(owner);
  });

  it('of a user is a month and restarts on the first day, UTC', async () => {
    const owner = aUser('free');
    setClock('2027-12-31T23:59:30Z');
    await setUsed(`user:${owner.id}`, '2027-12', 'total', free.conversions.total);
    expect(await refusalOf(rig.request(owner))).toMatchObject({
      params: { used: free.conversions.total, resetAt: '2028-01-01T00:00:00.000Z' },
    });
    setClock('2028-01-01T00:00:01Z');
    await convert(owner);
    expect(
      await rig.sql.query(
        `SELECT period, used FROM counters WHERE subject = $1 AND category = 'total' ORDER BY period`,
        [`user:${owner.id}`],
      ),
    ).toEqual([
      { period: '2027-12', used: free.conversions.total },
      { period: '2028-01', used: 1 },
    ]);
  });

  it('that has ended releases what fails later, and the new one does not change', async () => {
    const owner = aUser('free');
    setClock('2027-05-31T23:59:30Z');
    const row = await rig.accept(await rig.request(owner));
    setClock('2027-06-01T00:00:30Z');
    await convert(owner);
    await rig.client.deleteConversion({ conversionId: row.id, owner });
    const counted = await rig.sql.query(
      `SELECT period, used FROM counters WHERE subject = $1 AND category = 'total' ORDER BY period`,
      [`user:${owner.id}`],
    );
    expect(counted).toEqual([
      { period: '2027-05', used: 0 },
      { period: '2027-06', used: 1 },
    ]);
  });
});

describe('a plan', () => {
  it('allows the whole of Pro immediately after an upgrade, minus what was used before in the month', async () => {
    setClock('2027-07-15T12:00:00Z');
    const owner = aUser('free');
    await setUsed(`user:${owner.id}`, '2027-07', 'total', free.conversions.total);
    expect((await refusalOf(rig.request(owner))).code).toBe('QUOTA_EXCEEDED');
    const upgraded = { ...owner, plan: 'pro' as const };
    await convert(upgraded);
    expect(await rig.countersOf(`user:${owner.id}`)).toMatchObject({ total: free.conversions.total + 1 });
    await setUsed(`user:${owner.id}`, '2027-07', 'total', pro.conversions.total - 1);
    await convert(upgraded);
    expect(await refusalOf(rig.request(upgraded))).toMatchObject({
      params: { used: pro.conversions.total, limit: pro.conversions.total },
    });
  });

  it.each([
    ['guest', guest.concurrent],
    ['free', free.concurrent],
    ['pro', pro.concurrent],
  ] as const)('%s lets %i run at once, and the next when one has ended', async (plan, concurrent) => {
    setClock('2027-08-01T12:00:00Z');
    const owner = plan === 'guest' ? aGuest() : aUser(plan);
    const requests = await Promise.all(Array.from({ length: concurrent }, () => rig.request(owner)));
    const rows = await Promise.all(requests.map((request) => rig.accept(request)));
    expect(await refusalOf(rig.request(owner))).toMatchObject({
      code: 'CONCURRENCY_LIMIT',
      params: { limit: concurrent, used: concurrent },
    });
    await rig.client.deleteConversion({ conversionId: present(rows[0]).id, owner });
    await rig.accept(await rig.request(owner));
  });

  it('is not used up by failed or cancelled conversions', async () => {
    setClock('2027-09-01T12:00:00Z');
    const owner = aUser('free');
    for (const outcome of ['fails', 'is cancelled'] as const) {
      const row = await rig.accept(await rig.request(owner));
      const { attempt } = await rig.claim(row.id);
      if (outcome === 'fails') await rig.fail(row, attempt, 'FILE_CORRUPT');
      else await rig.client.deleteConversion({ conversionId: row.id, owner });
      expect([outcome, await rig.countersOf(`user:${owner.id}`)]).toEqual([
        outcome,
        { total: 0, image: 0, unfinished: 0 },
      ]);
    }
  });
});

describe('the order of a lane', () => {
  const redis = () => rig.get<Redis>(Redis);
  beforeEach(() => redis().flushall());
  const accept = async (owner: usage.Owner) => rig.accept(await rig.request(owner));
  const place = async ({ id }: usage.Conversion) => present((await rig.find(id)).queuePosition);

  it('places many jobs of one account behind those of later owners, Pro first, guests last', async () => {
    setClock('2027-10-01T12:00:00Z');
    const flood = aUser('pro');
    const floodRows: usage.Conversion[] = [];
    for (let n = 0; n < 50; n++) floodRows.push(await accept(flood));
    rig.offsetMs += 5_000;
    const quiet: usage.Conversion[] = [];
    for (const owner of [aUser('pro'), aUser('free'), aGuest()]) quiet.push(await accept(owner));
    const places = await Promise.all(floodRows.map(place));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // A free account is placed a minute after Pro: twenty jobs of the flood, which are three seconds apart. A guest is
    // placed five minutes after Pro.
    expect(await Promise.all(quiet.map(place))).toEqual([0, 1 + 5 + 19, 50 + 2]);
  });

  it('does not depend on how many accounts send many jobs, or for how long', async () => {
    setClock('2027-11-01T12:00:00Z');
    const floods: usage.Conversion[] = [];
    for (let account = 0; account < 10; account++) {
      const flood = aUser('pro');
      for (let n = 0; n < 10; n++) floods.push(await accept(flood));
    }
    const places = async (customer: usage.Owner, count: number): Promise<number[]> => {
      const found: number[] = [];
      for (let n = 0; n < count; n++) found.push(await place(await accept(customer)));
      return found;
    };
    rig.offsetMs += 1_440_000;
    const customer = aUser('pro');
    expect(await places(customer, 4)).toEqual([0, 1, 2, 3]);
    // The fifth job of an owner, the first that is moved back, is placed behind the first five of each flood.
    expect(await places(customer, 1)).toEqual([50 + 4]);
    // No new job is placed ahead of one that has waited for more than 25 minutes.
    rig.offsetMs += 120_000;
    expect(await places(aUser('pro'), 1)).toEqual([105]);
  });
});

describe('simultaneous requests of many owners', () => {
  it('are each answered by their own counters', async () => {
    setClock('2028-02-10T12:00:00Z');
    const owners = Array.from({ length: 200 }, () => aUser('free'));
    const isFull = (place: number): boolean => place % 3 === 0;
    const full = owners.filter((_owner, place) => isFull(place));
    for (const owner of full) await setUsed(`user:${owner.id}`, '2028-02', 'total', free.conversions.total);
    const checks = owners.map((owner) =>
      rig.client.checkUpload({ owner, category: 'image', openUploads: 0 }),
    );
    const answers = await Promise.allSettled(checks);
    expect(answers.map(({ status }) => status === 'rejected')).toEqual(
      owners.map((_o, place) => isFull(place)),
    );
  });
});
