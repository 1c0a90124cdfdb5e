import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESS_NAMES, WORKER_NAMES } from '@filemill/product';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  aGuest,
  aPng,
  aVideo,
  aWav,
  type Conversion,
  convert,
  filesBelow,
  isReady,
  kill,
  sql,
  submitAsync,
  type Upload,
  until,
  waitForEnding,
} from './stack.js';

/** Completed conversions in the running totals. */
const totals = async (): Promise<number> =>
  Number(
    (
      await sql("SELECT coalesce(sum(conversions), 0) FROM usage.daily_totals WHERE outcome = 'completed'")
    )[0],
  );

/** What a guest has used, and what is reserved for unfinished conversions. */
async function counted(guest: string): Promise<Record<string, number>> {
  const rows = await sql(`SELECT category, used FROM usage.counters WHERE subject = 'guest:${guest}'`);
  return Object.fromEntries(rows.map((row) => [row.split('|')[0], Number(row.split('|')[1])]));
}

/** Work of every kind that is running when a process dies. */
async function mixedWork(): Promise<{ upload: Upload; guest: string }[]> {
  const uploads: Upload[] = [
    { name: 'a.png', bytes: await aPng('2000x1500'), to: 'avif' },
    { name: 'b.wav', bytes: await aWav(60), to: 'flac' },
    { name: 'c.mp4', bytes: await aVideo(4, '640x360'), to: 'webm' },
    { name: 'd.txt', bytes: 'page\f'.repeat(40), to: 'pdf' },
    { name: 'e.png', bytes: await aPng(), to: 'pdf' },
  ];
  return uploads.map((upload) => ({ upload, guest: aGuest() }));
}

const NAMES = [...PROCESS_NAMES, 'redis', 'postgres'];

describe('kill -9 during work', () => {
  it.each(NAMES)('of %s loses nothing, counts nothing twice and leaves no object behind', async (name) => {
    const before = await totals();
    const work = await mixedWork();
    const ids = await Promise.all(work.map(({ upload, guest }) => submitAsync({ ...upload, guest })));
    await sleep(150);
    kill(name);

    const conversions: Conversion[] = [];
    for (const [i, id] of ids.entries())
      conversions.push(await waitForEnding(id, work[i]?.guest ?? '', 100_000));
    expect(conversions.map(({ status, error }) => [status, error?.code])).toEqual(
      ids.map(() => ['completed', undefined]),
    );
    // A service with a database is ready only after it has reconnected.
    const users = name === 'redis' || name === 'postgres' ? ['gateway', 'usage'] : [name];
    await until(`${name} is back`, async () => (await Promise.all(users.map(isReady))).every(Boolean));
    await until('every input is erased', () => !filesBelow('store').some((path) => path.endsWith('/input')));
    // What a killed process was writing is not an object yet, and is erased with its minute.
    const outputs = filesBelow('store').filter(
      (path) => ids.some((id) => path.includes(id)) && !path.includes('/.upload-'),
    );
    expect(outputs).toHaveLength(ids.length);
    await until(
      'the work folders are empty',
      () => filesBelow('work').filter((p) => ids.some((id) => p.includes(id))).length === 0,
    );
    // A counter at zero may have been deleted.
    for (const { guest } of work) {
      expect({ unfinished: 0, ...(await counted(guest)) }).toMatchObject({ total: 1, unfinished: 0 });
    }
    expect(await totals()).toBe(before + ids.length);
  });
});

describe('after the faults', () => {
  afterAll(async () => {
    await until('all parts are ready', async () =>
      (await Promise.all([...WORKER_NAMES, 'usage', 'gateway'].map(isReady))).every(Boolean),
    );
  });

  it('the next file of each kind converts at once', async () => {
    const uploads: Upload[] = [
      { name: 'a.png', bytes: await aPng(), to: 'jpg' },
      { name: 'b.wav', bytes: await aWav(1), to: 'mp3' },
      { name: 'd.txt', bytes: 'hello', to: 'pdf' },
    ];
    for (const upload of uploads) {
      const startedAt = Date.now();
      expect((await convert(upload)).conversion.status).toBe('completed');
      expect(Date.now() - startedAt).toBeLessThan(10_000);
    }
  });
});
