import { Readable } from 'node:stream';
import { AppError } from '@filemill/errors';
import type { ObjectStore } from '@filemill/storage';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptsSetup, ID, PREFIX, reading, writeOne } from '../testing/attempts-setup.js';
import { PIXEL_BMP, PIXEL_PNG } from '../testing/in-memory-ledger.js';
import { AttemptReturned } from './interruptions.js';
import type { Ledger } from './ledger.js';

const never = new AbortController().signal;
let setup: AttemptsSetup;
beforeEach(async () => {
  setup = await AttemptsSetup.create();
});
afterEach(() => setup.remove());
afterAll(() => reading.close());

/** Lets one call of one method fail, before or after its work. */
function failing<T extends object>(target: T, method: keyof T, when: 'before' | 'after'): T {
  let failed = false;
  return new Proxy(target, {
    get(object, name) {
      const value = Reflect.get(object, name) as (...args: unknown[]) => unknown;
      if (typeof value !== 'function') return value;
      if (name !== method) return value.bind(object);
      return async (...args: unknown[]) => {
        if (failed) return value.apply(object, args);
        failed = true;
        if (when === 'after') await value.apply(object, args);
        throw new AppError('UNAVAILABLE');
      };
    },
  });
}

describe('Attempts that fail, are interrupted or repeated', () => {
  it.each([
    ['claimAttempt', 'before'],
    ['claimAttempt', 'after'],
    ['settleAttempt', 'before'],
    ['settleAttempt', 'after'],
  ] as const)('ends with one output when %s fails %s its work', async (method, when) => {
    await setup.deliver(setup.attempts({ ledger: failing<Ledger>(setup.ledger, method, when) }));
    expect(await setup.remains()).toEqual(setup.oneOutput);
    expect(setup.conversions).toBe(1);
    expect(setup.ledger.tries).toBe(1);
  });

  it.each([
    ['getFile', 'before'],
    ['putFile', 'before'],
    ['putFile', 'after'],
    ['delete', 'before'],
    ['delete', 'after'],
  ] as const)(
    'ends with one output, uncounted, when the store fails %s %s its work',
    async (method, when) => {
      await setup.deliver(setup.attempts({ store: failing<ObjectStore>(setup.store, method, when) }));
      expect(await setup.remains()).toEqual(setup.oneOutput);
      expect(setup.ledger.tries).toBe(1);
    },
  );

  it('ends with one output when a job is delivered twice at the same time', async () => {
    setup.convertStep = async (step) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return writeOne(step);
    };
    const runner = setup.attempts();
    await Promise.all([setup.deliver(runner), setup.deliver()]);
    expect(await setup.remains()).toEqual(setup.oneOutput);
    expect({ conversions: setup.conversions, tries: setup.ledger.tries }).toEqual({
      conversions: 1,
      tries: 1,
    });
  });

  it('delays a second job while the first attempt is alive, and still receives a cancel', async () => {
    const runner = setup.attempts();
    const started = Promise.withResolvers<void>();
    setup.convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        started.resolve();
      });
    const first = runner.run(ID, never);
    await started.promise;
    const verdict = await runner.run(ID, never);
    expect(verdict).toEqual({ againInMs: expect.any(Number) });
    expect((verdict as { againInMs: number }).againInMs).toBeGreaterThan(0);
    expect(setup.ledger).toMatchObject({ tries: 1, row: { status: 'converting', attempt: 1 } });
    setup.ledger.cancel();
    expect(await first).toBe('again');
    expect(setup.ledger.row.status).toBe('cancelled');
  });

  it('claims the next attempt after the lease of a dead worker', async () => {
    setup.ledger.leaseMs = 0;
    await setup.ledger.claimAttempt({ conversionId: ID, worker: 'dead', claimToken: 'dead-token' });
    expect(await setup.attempts().run(ID, never)).toBe('done');
    expect(setup.ledger).toMatchObject({
      tries: 2,
      row: { status: 'completed', outputKey: `${PREFIX}output-2` },
    });
  });

  it.each(['2026-11-21T02:15/', '2026-11-21T02:15/another/', `${PREFIX}deeper/`, `x${ID}/`])(
    'erases nothing below a prefix that is not the conversion’s: %s',
    async (keyPrefix) => {
      await setup.store.put('2026-11-21T02:15/another/output-1', Readable.from([PIXEL_BMP]));
      setup.ledger.row = { ...setup.ledger.row, keyPrefix, status: 'cancelled' };
      const erased: string[] = [];
      const spied = new Proxy(setup.store, {
        get(object, name) {
          if (name === 'delete') return async (all: string[]) => void erased.push(...all);
          const value = Reflect.get(object, name);
          return typeof value === 'function' ? value.bind(object) : value;
        },
      });
      expect(await setup.attempts({ store: spied }).run(ID, never)).toBe('done');
      expect(erased).toEqual([]);
    },
  );

  it('erases no input that is stored outside the prefix', async () => {
    const inputKey = '2026-11-21T02:15/another/input';
    await setup.store.put(inputKey, Readable.from([PIXEL_PNG]));
    setup.ledger.row = { ...setup.ledger.row, inputKey };
    await setup.deliver();
    expect(setup.ledger.row.status).toBe('completed');
    expect(await setup.store.head(inputKey)).toBeDefined();
  });

  it('erases leftovers when the job runs after the end, but keeps the output of the row', async () => {
    await setup.attempts().run(ID, never);
    await setup.store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG]));
    await setup.store.put(`${PREFIX}output-7`, Readable.from([PIXEL_BMP]));
    expect(await setup.attempts().run(ID, never)).toBe('done');
    expect(await setup.remains()).toEqual(setup.oneOutput);
    expect(setup.conversions).toBe(1);
  });

  it('stops the engine within a second of a cancel, stores nothing, and erases the input', async () => {
    let stoppedAt = 0;
    setup.convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stoppedAt = Date.now();
          reject(new AppError('ENGINE_FAILED'));
        });
        setTimeout(() => setup.ledger.cancel(), 50);
      });
    const startedAt = Date.now();
    await setup.deliver();
    expect(stoppedAt - startedAt).toBeLessThan(1_000);
    expect(setup.ledger.row.status).toBe('cancelled');
    expect(await setup.keys()).toEqual([]);
  });

  it('retries a failed engine once, then fails and erases the input', async () => {
    setup.convertStep = async () => {
      throw new AppError('ENGINE_FAILED');
    };
    await setup.deliver();
    expect(setup.conversions).toBe(2);
    expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await setup.keys()).toEqual([]);
  });

  it('does not complete a conversion when the store returns a truncated upload', async () => {
    setup.ledger.row = { ...setup.ledger.row, originalSizeBytes: PIXEL_PNG.length + 1 };
    expect(await setup.attempts().run(ID, never)).toBe('again');
    expect(setup.ledger).toMatchObject({ tries: 0, row: { status: 'pending' } });
  });

  it('returns a running attempt uncounted when the process must end', async () => {
    const drain = new AbortController();
    setup.convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        setTimeout(() => drain.abort(new AttemptReturned('stopping')), 20);
      });
    expect(await setup.attempts().run(ID, drain.signal)).toBe('again');
    expect(setup.ledger).toMatchObject({ tries: 0, row: { status: 'pending' } });
    expect(await setup.keys()).toEqual(['input']);
  });

  it('drops the job of a conversion that the ledger does not know', async () => {
    const unknown = {
      ...setup.ledger,
      claimAttempt: () => Promise.reject(new AppError('NOT_FOUND')),
    } as unknown as Ledger;
    expect(await setup.attempts({ ledger: unknown }).run(ID, never)).toBe('done');
  });

  it('erases its output when the row was deleted meanwhile', async () => {
    setup.ledger.settleAttempt = () => Promise.reject(new AppError('NOT_FOUND'));
    expect(await setup.attempts().run(ID, never)).toBe('done');
    expect(await setup.keys()).toEqual([]);
  });
});
