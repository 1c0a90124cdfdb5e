import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type EngineId, lossOf } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { createLogger, systemClock } from '@filemill/platform';
import { conversionChannel } from '@filemill/queue';
import { FsObjectStore, type ObjectStore } from '@filemill/storage';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Engine, Step, StepResult } from '../engine.js';
import { WorkerMetrics } from '../metrics.js';
import { aConversion, PIXEL_BMP, PIXEL_PNG } from '../testing/a-conversion.js';
import { InMemoryLedger } from '../testing/in-memory-ledger.js';
import { InMemoryRedis } from '../testing/in-memory-redis.js';
import { Attempts } from './attempts.service.js';
import { ConversionChanges } from './changes.js';
import { HandBack } from './interruptions.js';
import type { Ledger } from './ledger.js';

const ID = '019be5b2-7c00-7000-8000-000000000001';
const PREFIX = `2026-11-21T02:15/${ID}/`;
const never = new AbortController().signal;

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

function attempts(changed: { ledger?: Ledger; store?: ObjectStore } = {}): Attempts {
  const engine: Engine = {
    id: 'sharp',
    convert: (step, signal, onProgress) => {
      conversions += 1;
      return convertStep(step, signal, onProgress);
    },
  };
  const logger = createLogger('test', 'silent');
  return new Attempts({
    ...{ workerId: 'test', workFolder: join(root, 'work'), clock: systemClock, logger },
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
/** Runs a job as the queue would: again as long as it must, a thrown error included. */
async function deliver(runner: Attempts, times = 5): Promise<void> {
  for (let time = 0; time < times; time++) {
    if ((await runner.run(ID, never).catch(() => 'again')) === 'done') return;
  }
  throw new Error('the job never ended');
}
/** Fails one call of one method, before or after it did its work. */
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

  it('tells the ledger what was lost, by code, parameters and text', async () => {
    const loss = lossOf('links_dropped', { count: 3 });
    convertStep = async (step) => ({ ...(await writesOne(step)), losses: [loss] });
    await attempts().run(ID, never);
    const { code, message } = loss;
    expect(ledger.row.losses).toEqual([{ code, paramsJson: '{"count":3}', message }]);
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

  it('ends with one output when one job is delivered twice at once', async () => {
    convertStep = async (step) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return writesOne(step);
    };
    const runner = attempts();
    await Promise.all([deliver(runner), deliver(attempts())]);
    await expectOneOutput();
  });

  it('erases what a delivery after the end finds, but the output of the row', async () => {
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

  it('tries a failed engine once more, then gives up and erases the input', async () => {
    convertStep = async () => {
      throw new AppError('ENGINE_FAILED');
    };
    await deliver(attempts());
    expect(conversions).toBe(2);
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await keys()).toEqual([]);
  });

  it('gives up at once on a broken file', async () => {
    await store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG.subarray(0, 40)]));
    ledger.row = { ...ledger.row, originalSizeBytes: 40 };
    await deliver(attempts());
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
    expect(conversions).toBe(0);
  });

  it('refuses content that is of another format than declared', async () => {
    await store.put(`${PREFIX}input`, Readable.from([PIXEL_BMP]));
    ledger.row = { ...ledger.row, originalSizeBytes: PIXEL_BMP.length };
    await deliver(attempts());
    expect(ledger.row).toMatchObject({ status: 'failed', errorCode: 'UNSUPPORTED_FORMAT' });
  });

  it('does not complete a conversion whose upload is read short', async () => {
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

  it('hands a running attempt back uncounted when the process must end', async () => {
    const drain = new AbortController();
    convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        setTimeout(() => drain.abort(new HandBack('stopping')), 20);
      });
    expect(await attempts().run(ID, drain.signal)).toBe('again');
    expect(ledger).toMatchObject({ tries: 0, row: { status: 'pending' } });
    expect(await keys()).toEqual(['input']);
  });

  it('stops at the deadline of the conversion with ENGINE_TIMEOUT', async () => {
    ledger.row = { ...ledger.row, deadlineMs: Date.now() + 100 };
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

  it('erases what it stored for a row that went away meanwhile', async () => {
    ledger.settleAttempt = () => Promise.reject(new AppError('NOT_FOUND'));
    expect(await attempts().run(ID, never)).toBe('done');
    expect(await keys()).toEqual([]);
  });
});
