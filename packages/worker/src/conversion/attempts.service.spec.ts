import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@filemill/errors';
import { type EngineId, headerLimits, lossOf, ReadingThreads } from '@filemill/formats';
import { type Clock, createLogger, systemClock } from '@filemill/platform';
import { conversionChannel } from '@filemill/queue';
import { FsObjectStore, type ObjectStore } from '@filemill/storage';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Engine, Step, StepResult } from '../engines/engine.js';
import { aConversion, InMemoryLedger, PIXEL_BMP, PIXEL_PNG } from '../testing/in-memory-ledger.js';
import { InMemoryRedis } from '../testing/in-memory-redis.js';
import { Attempts } from './attempts.service.js';
import { ConversionChanges } from './changes.js';
import { AttemptReturned } from './interruptions.js';
import type { Ledger } from './ledger.js';
import { WorkerMetrics } from './metrics.js';

const ID = '019be5b2-7c00-7000-8000-000000000001';
const PREFIX = `2026-11-21T02:15/${ID}/`;
const never = new AbortController().signal;
const reading = new ReadingThreads(headerLimits(2));
afterAll(() => reading.close());

let root: string;
let store: FsObjectStore;
let redis: InMemoryRedis;
let ledger: InMemoryLedger;
let convertStep: (
  step: Step,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
) => Promise<StepResult>;
let conversions: number;
let canSalvage = false;

const writesOne = async (step: Step): Promise<StepResult> => {
  await writeFile(step.output.path, PIXEL_BMP);
  return { outputs: [step.output.path], losses: [], expected: { widthPx: 1, heightPx: 1 } };
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'attempts-'));
  await mkdir(join(root, 'work'));
  store = new FsObjectStore(join(root, 'store'), 100);
  redis = new InMemoryRedis();
  ledger = new InMemoryLedger(aConversion({ id: ID }), (version) =>
    redis.publish(conversionChannel(ID), JSON.stringify({ type: 'changed', version })),
  );
  convertStep = writesOne;
  conversions = 0;
  await store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG]));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function attempts(changed: { ledger?: Ledger; store?: ObjectStore; clock?: Clock } = {}): Attempts {
  const engine: Engine = {
    id: 'sharp',
    ...(canSalvage && { salvages: true }),
    convert: (step, signal, onProgress) => {
      conversions += 1;
      return convertStep(step, signal, onProgress);
    },
  };
  const logger = createLogger('test', 'silent');
  return new Attempts({
    ...{ workerId: 'test', workFolder: join(root, 'work'), clock: changed.clock ?? systemClock, logger },
    reading,
    ...{ ledger: changed.ledger ?? ledger, store: changed.store ?? store },
    engines: new Map<EngineId, Engine>([['sharp', engine]]),
    redis: redis.asRedis,
    changes: new ConversionChanges(redis.asRedis, logger),
    metrics: new WorkerMetrics(new Registry()),
  });
}

const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of store.list(PREFIX)) found.push(key.slice(PREFIX.length));
  return found;
};
/** Runs a job as the queue would: repeats it while the verdict says so, and after a thrown error. */
async function deliver(runner: Attempts, times = 5): Promise<void> {
  for (let time = 0; time < times; time++) {
    const verdict = await runner.run(ID, never).catch(() => 'again' as const);
    if (verdict === 'done') return;
    if (verdict !== 'again') await untilEnded();
  }
  throw new Error('the job never ended');
}
/** Resolves once the running attempt has ended. */
async function untilEnded(): Promise<void> {
  while (ledger.row.status === 'converting') await new Promise((resolve) => setTimeout(resolve, 5));
}
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
const expectOneOutput = async (): Promise<void> => {
  expect(ledger.row.status).toBe('completed');
  expect(await keys()).toEqual([ledger.row.outputKey.slice(PREFIX.length)]);
  expect(await readdir(join(root, 'work'))).toEqual([]);
  expect(redis.subscriptions).toEqual([]);
};

describe('Attempts', () => {
  it('stores the output under the attempt, settles, and erases the input', async () => {
    expect(await attempts().run(ID, never)).toBe('done');
    await expectOneOutput();
    expect(ledger.row).toMatchObject({
      outputKey: `${PREFIX}output-1`,
      outputExtension: 'bmp',
      convertedSizeBytes: PIXEL_BMP.length,
    });
    expect(await buffer((await store.get(`${PREFIX}output-1`)).body)).toEqual(PIXEL_BMP);
  });

  it('announces the stages in order, and the percent of the engine', async () => {
    convertStep = async (step, _signal, onProgress) => {
      onProgress(0.42);
      await new Promise((resolve) => setTimeout(resolve, 250));
      return writesOne(step);
    };
    await attempts().run(ID, never);
    const progress = redis.published
      .map(({ text }) => JSON.parse(text))
      .filter(({ type }) => type === 'progress');
    expect(progress.map(({ stage, percent }) => [stage, percent])).toEqual([
      ['converting', undefined],
      ['converting', 42],
      ['storing', undefined],
      ['done', undefined],
    ]);
  });

  it('reports losses to the ledger with code, parameters and text', async () => {
    const loss = lossOf('links_dropped', { count: 3 });
    convertStep = async (step) => ({ ...(await writesOne(step)), losses: [loss] });
    await attempts().run(ID, never);
    const { code, message } = loss;
    expect(ledger.row.losses).toEqual([{ code, params: { count: 3 }, message }]);
  });

  it('packs several outputs into one zip, named after the upload', async () => {
    convertStep = async (step) => {
      const outputs = ['a', 'b'].map((name) => join(step.folder.out, `${name}.bmp`));
      for (const path of outputs) await writeFile(path, PIXEL_BMP);
      return { outputs, losses: [], expected: {} };
    };
    await attempts().run(ID, never);
    const zip = await buffer((await store.get(ledger.row.outputKey)).body);
    expect(ledger.row.outputExtension).toBe('zip');
    expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'));
    for (const name of ['photo.of.me-001.bmp', 'photo.of.me-002.bmp']) expect(zip.includes(name)).toBe(true);
  });

  it.each([
    ['claimAttempt', 'before'],
    ['claimAttempt', 'after'],
    ['settleAttempt', 'before'],
    ['settleAttempt', 'after'],
  ] as const)('ends with one output when %s fails %s its work', async (method, when) => {
    await deliver(attempts({ ledger: failing<Ledger>(ledger, method, when) }));
    await expectOneOutput();
    expect(conversions).toBe(1);
    expect(ledger.tries).toBe(1);
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
      await deliver(attempts({ store: failing<ObjectStore>(store, method, when) }));
      await expectOneOutput();
      expect(ledger.tries).toBe(1);
    },
  );

  it('ends with one output when a job is delivered twice at the same time', async () => {
    convertStep = async (step) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return writesOne(step);
    };
    const runner = attempts();
    await Promise.all([deliver(runner), deliver(attempts())]);
    await expectOneOutput();
    expect({ conversions, tries: ledger.tries }).toEqual({ conversions: 1, tries: 1 });
  });

  it('delays a second job while the first attempt is alive, and still receives a cancel', async () => {
    const runner = attempts();
    const started = Promise.withResolvers<void>();
    convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        started.resolve();
      });
    const first = runner.run(ID, never);
    await started.promise;
    const verdict = await runner.run(ID, never);
    expect(verdict).toEqual({ againInMs: expect.any(Number) });
    expect((verdict as { againInMs: number }).againInMs).toBeGreaterThan(0);
    expect(ledger).toMatchObject({ tries: 1, row: { status: 'converting', attempt: 1 } });
    ledger.cancel();
    expect(await first).toBe('again');
    expect(ledger.row.status).toBe('cancelled');
  });

  it('claims the next attempt after the lease of a dead worker', async () => {
    ledger.leaseMs = 0;
    await ledger.claimAttempt({ conversionId: ID, worker: 'dead', claimToken: 'dead-token' });
    expect(await attempts().run(ID, never)).toBe('done');
    expect(ledger).toMatchObject({ tries: 2, row: { status: 'completed', outputKey: `${PREFIX}output-2` } });
  });

  it.each([-50, 50])('converts on a worker whose clock is %i minutes off', async (minutes) => {
    const clock = { nowMs: () => Date.now() + minutes * 60_000 };
    ledger.row = { ...ledger.row, deadlineMs: Date.now() + 60_000 };
    let stepLeftMs = 0;
    convertStep = (step) => {
      stepLeftMs = step.deadlineMs - clock.nowMs();
      return writesOne(step);
    };
    await deliver(attempts({ clock }));
    await expectOneOutput();
    expect(stepLeftMs).toBeGreaterThan(0);
    expect(stepLeftMs).toBeLessThanOrEqual(60_000); // of a picture
  });

  it.each(['2026-11-21T02:15/', '2026-11-21T02:15/another/', `${PREFIX}deeper/`, `x${ID}/`])(
    'erases nothing below a prefix that is not the conversion’s: %s',
    async (keyPrefix) => {
      await store.put('2026-11-21T02:15/another/output-1', Readable.from([PIXEL_BMP]));
      ledger.row = { ...ledger.row, keyPrefix, status: 'cancelled' };
      const erased: string[] = [];
      const spied = new Proxy(store, {
        get(object, name) {
          if (name === 'delete') return async (all: string[]) => void erased.push(...all);
          const value = Reflect.get(object, name);
          return typeof value === 'function' ? value.bind(object) : value;
        },
      });
      expect(await attempts({ store: spied }).run(ID, never)).toBe('done');
      expect(erased).toEqual([]);
    },
  );

  it('erases no input that is stored outside the prefix', async () => {
    const inputKey = '2026-11-21T02:15/another/input';
    await store.put(inputKey, Readable.from([PIXEL_PNG]));
    ledger.row = { ...ledger.row, inputKey };
    await deliver(attempts());
    expect(ledger.row.status).toBe('completed');
    expect(await store.head(inputKey)).toBeDefined();
  });

  it('erases leftovers when the job runs after the end, but keeps the output of the row', async () => {
    await attempts().run(ID, never);
    await store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG]));
    await store.put(`${PREFIX}output-7`, Readable.from([PIXEL_BMP]));
    expect(await attempts().run(ID, never)).toBe('done');
    await expectOneOutput();
    expect(conversions).toBe(1);
  });

  it('stops the engine within a second of a cancel, stores nothing, and erases the input', async () => {
    let stoppedAt = 0;
    convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stoppedAt = Date.now();
          reject(new AppError('ENGINE_FAILED'));
        });
        setTimeout(() => ledger.cancel(), 50);
      });
    const startedAt = Date.now();
    await deliver(attempts());
    expect(stoppedAt - startedAt).toBeLessThan(1_000);
    expect(ledger.row.status).toBe('cancelled');
    expect(await keys()).toEqual([]);
  });

  it('retries a failed engine once, then fails and erases the input', async () => {
    convertStep = async () => {
      throw new AppError('ENGINE_FAILED');
    };
    await deliver(attempts());
    expect(conversions).toBe(2);
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await keys()).toEqual([]);
  });

  it('fails at once when the engine reports a damaged file', async () => {
    await store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG.subarray(0, 40)]));
    ledger.row = { ...ledger.row, originalSizeBytes: 40 };
    convertStep = () => Promise.reject(new AppError('FILE_CORRUPT'));
    await deliver(attempts());
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
    expect(conversions).toBe(1);
  });

  describe('with an engine that salvages', () => {
    const damaged = async (step: Step): Promise<StepResult> => {
      if (!step.salvage) throw new AppError('FILE_CORRUPT');
      const damage = { unit: 'rows', missing: 20, total: 100 } as const;
      return { ...(await writesOne(step)), expected: { frames: 7 }, damage };
    };
    beforeEach(() => {
      canSalvage = true;
      convertStep = damaged;
    });
    afterEach(() => {
      canSalvage = false;
    });

    it('delivers the readable part of a damaged file, and reports what is missing', async () => {
      await deliver(attempts());
      await expectOneOutput();
      expect(conversions).toBe(2);
      expect(ledger.row.losses).toEqual([
        {
          code: 'input_damaged',
          params: { unit: 'rows', missing: 20, total: 100 },
          message: 'The file is damaged: 20 of 100 rows of the picture could not be read.',
        },
      ]);
    });

    it('refuses a damaged file at the first try when the option strict is set', async () => {
      ledger.row = { ...ledger.row, optionsJson: '{"strict":true}' };
      await deliver(attempts());
      expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
      expect(conversions).toBe(1);
    });

    it('fails with FILE_CORRUPT when less than a twentieth of the file is readable', async () => {
      convertStep = async (step) => ({
        ...(await damaged(step)),
        damage: { unit: 'rows', missing: 96, total: 100 },
      });
      await deliver(attempts());
      expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
    });

    it('fails with FILE_CORRUPT when the second try fails with another error', async () => {
      convertStep = (step) => Promise.reject(new AppError(step.salvage ? 'ENGINE_FAILED' : 'FILE_CORRUPT'));
      await deliver(attempts());
      expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
      expect(conversions).toBe(2);
    });
  });

  it('refuses content whose format is not the declared one', async () => {
    await store.put(`${PREFIX}input`, Readable.from([PIXEL_BMP]));
    ledger.row = { ...ledger.row, originalSizeBytes: PIXEL_BMP.length };
    await deliver(attempts());
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'UNSUPPORTED_FORMAT' });
  });

  it('does not complete a conversion when the store returns a truncated upload', async () => {
    ledger.row = { ...ledger.row, originalSizeBytes: PIXEL_PNG.length + 1 };
    expect(await attempts().run(ID, never)).toBe('again');
    expect(ledger).toMatchObject({ tries: 0, row: { status: 'pending' } });
  });

  it.each([
    [
      'of another size than expected',
      async (step: Step) => ({ ...(await writesOne(step)), expected: { widthPx: 2 } }),
    ],
    ['that is missing', async (step: Step) => ({ outputs: [step.output.path], losses: [], expected: {} })],
    [
      'that is a link out of the jail',
      async (step: Step) => {
        const { symlink } = await import('node:fs/promises');
        await symlink('/etc/hostname', step.output.path);
        return { outputs: [step.output.path], losses: [], expected: {} };
      },
    ],
    [
      'of another format',
      async (step: Step) => {
        await writeFile(step.output.path, PIXEL_PNG);
        return { outputs: [step.output.path], losses: [], expected: {} };
      },
    ],
  ])('fails for an output %s', async (_what, convert) => {
    convertStep = convert;
    await deliver(attempts());
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await keys()).toEqual([]);
  });

  it('returns a running attempt uncounted when the process must end', async () => {
    const drain = new AbortController();
    convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        setTimeout(() => drain.abort(new AttemptReturned('stopping')), 20);
      });
    expect(await attempts().run(ID, drain.signal)).toBe('again');
    expect(ledger).toMatchObject({ tries: 0, row: { status: 'pending' } });
    expect(await keys()).toEqual(['input']);
  });

  it('stops at the deadline of the conversion with ENGINE_TIMEOUT', async () => {
    ledger.remainingMs = 100;
    convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
      });
    await deliver(attempts());
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_TIMEOUT' });
  });

  it('drops the job of a conversion that the ledger does not know', async () => {
    const unknown = {
      ...ledger,
      claimAttempt: () => Promise.reject(new AppError('NOT_FOUND')),
    } as unknown as Ledger;
    expect(await attempts({ ledger: unknown }).run(ID, never)).toBe('done');
  });

  it('erases its output when the row was deleted meanwhile', async () => {
    ledger.settleAttempt = () => Promise.reject(new AppError('NOT_FOUND'));
    expect(await attempts().run(ID, never)).toBe('done');
    expect(await keys()).toEqual([]);
  });
});
