import type { UsageClient, usage } from '@filemill/contracts';
import { describe, expect, it } from '@jest/globals';
import { OwnerRows } from './owner-rows.js';

const APART_MS = 10_000;
const OWNER = { kind: 'user', id: 'u', address: '', plan: 'pro' } as const;

/** A ledger whose row ids are also their times. */
class Ledger {
  readonly rows: usage.Conversion[] = [];
  lists = 0;

  add(status: usage.Conversion['status'] = 'completed'): usage.Conversion {
    const at = this.rows.length + 1;
    const row = { id: String(at), status, version: 1, createdAtMs: at * APART_MS } as usage.Conversion;
    this.rows.push(row);
    return row;
  }

  /** A row whose upload began before all others. */
  addLate(): usage.Conversion {
    const row = this.add();
    this.rows.unshift(...this.rows.splice(-1));
    return row;
  }

  readonly client = {
    getOverview: async () => ({
      usedTotal: this.rows.filter(({ status }) => status !== 'failed').length,
      recent: this.rows.toReversed().slice(0, 10),
    }),
    listConversions: async ({ page }: usage.ListConversionsRequest) => {
      this.lists += 1;
      const conversions = this.rows.toReversed().slice((page - 1) * 100, page * 100);
      return { conversions, totalCount: this.rows.length };
    },
  } as unknown as UsageClient;
}

describe('OwnerRows', () => {
  const setUp = (count: number, status?: usage.Conversion['status']) => {
    const ledger = new Ledger();
    for (let added = 0; added < count; added++) ledger.add(status);
    const rows = new OwnerRows(ledger.client);
    const read = async () => (await rows.read(OWNER)).rows.map(({ id }) => Number(id));
    return { ledger, read };
  };

  it('returns the newest rows first, then only new and changed ones, oldest first', async () => {
    const { ledger, read } = setUp(12);
    expect(await read()).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await read()).toEqual([]);
    const row = ledger.add('pending');
    expect(await read()).toEqual([13]);
    row.version = 2;
    ledger.add();
    expect(await read()).toEqual([13, 14]);
    expect(ledger.lists).toBe(0);
  });

  it('returns a new row whose upload took so long that ten other rows are newer', async () => {
    const { ledger, read } = setUp(20);
    await read();
    ledger.addLate();
    expect(await read()).toEqual([21]);
    expect(await read()).toEqual([]);
    expect(ledger.lists).toBe(1);
  });

  it('sends a client that reconnects every row that ended meanwhile, at any age', async () => {
    const { ledger } = setUp(300);
    for (const row of ledger.rows) row.finishedAtMs = row.createdAtMs + 1;
    const [late] = ledger.rows.slice(20);
    const knownAtMs = 240 * APART_MS;
    if (late) late.finishedAtMs = knownAtMs + 1;
    const rows = new OwnerRows(ledger.client, knownAtMs);
    const told = (await rows.read(OWNER)).rows.map(({ id }) => Number(id));
    // Clocks may differ by a minute, which is six of these rows.
    expect(told).toEqual([21, ...Array.from({ length: 67 }, (_, place) => 234 + place)]);
    ledger.add();
    expect((await rows.read(OWNER)).rows.map(({ id }) => Number(id))).toEqual([301]);
  });

  it('begins with all unfinished rows', async () => {
    const { read } = setUp(40, 'pending');
    expect(await read()).toHaveLength(40);
  });

  it('returns unfinished rows on several pages, and their endings', async () => {
    const { ledger, read } = setUp(250, 'pending');
    expect(await read()).toHaveLength(250);
    expect(await read()).toEqual([]);
    const [first] = ledger.rows;
    if (first) Object.assign(first, { status: 'completed', version: 2 });
    expect(await read()).toEqual([1]);
  });

  it('returns every one of many new rows and no older one', async () => {
    const { ledger, read } = setUp(20);
    await read();
    for (let added = 0; added < 30; added++) ledger.add();
    expect(await read()).toEqual(Array.from({ length: 30 }, (_, index) => 21 + index));
    expect(await read()).toEqual([]);
    expect(ledger.lists).toBe(1);
  });

  it('returns the ending of a row that is no longer among the newest, then reads no more lists', async () => {
    const { ledger, read } = setUp(0);
    await read();
    const first = ledger.add('pending');
    await read();
    for (let added = 0; added < 15; added++) ledger.add();
    await read();
    first.status = 'failed';
    first.version = 2;
    expect(await read()).toEqual([1]);
    const { lists } = ledger;
    expect(await read()).toEqual([]);
    expect(ledger.lists).toBe(lists);
  });
});
