import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { aConversion } from '@filemill/contracts/testing';
import { type EngineId, headerLimits, type JoinerId, ReadingThreads } from '@filemill/formats';
import { type Clock, createLogger, systemClock } from '@filemill/platform';
import { conversionChannel, STOPPED_ATTEMPTS_CHANNEL } from '@filemill/queue';
import { FsObjectStore, type ObjectStore } from '@filemill/storage';
import { Registry } from 'prom-client';
import { StoppedAttempts } from '../conversion/attempt-watch.js';
import { Attempts } from '../conversion/attempts.js';
import type { Ledger } from '../conversion/ledger.js';
import { WorkerMetrics } from '../conversion/metrics.js';
import type { Engine, Step, StepResult } from '../engines/engine.js';
import type { Joiner } from '../joining/joiner.js';
import { InMemoryLedger, PIXEL_BMP, PIXEL_PNG } from './in-memory-ledger.js';
import { InMemoryRedis } from './in-memory-redis.js';

/** Id of the one conversion. */
export const ID = '019be5b2-7c00-7000-8000-000000000001';
/** Key prefix of its objects in the store. */
export const PREFIX = `2026-11-21T02:15/${ID}/`;

const NEVER = new AbortController().signal;

/** Threads of all setups in one test file, since they start slowly; the file closes them at its end. */
export const reading = new ReadingThreads(headerLimits(2));

/** Writes one output, as an engine does. */
export const writeOne = async (step: Step): Promise<StepResult> => {
  await writeFile(step.output.path, PIXEL_BMP);
  return { outputs: [step.output.path], losses: [], expected: { widthPx: 1, heightPx: 1 } };
};

/** One pending conversion, and a worker with an engine that the test replaces; ledger and Redis are in memory. */
export class AttemptsSetup {
  /** What the engine does. */
  convertStep: Engine['convert'] = writeOne;
  canSalvage = false;
  /** What joins several files. */
  joiners: ReadonlyMap<JoinerId, Joiner> = new Map();
  /** How often the engine was called. */
  conversions = 0;
  readonly redis = new InMemoryRedis();
  readonly ledger = new InMemoryLedger(aConversion({ id: ID, originalSizeBytes: PIXEL_PNG.length }), () =>
    this.redis.publish(STOPPED_ATTEMPTS_CHANNEL, ID),
  );
  readonly store: FsObjectStore;

  private constructor(private readonly root: string) {
    this.store = new FsObjectStore(join(root, 'store'), 100);
  }

  /** With the upload in the store. */
  static async create(): Promise<AttemptsSetup> {
    const setup = new AttemptsSetup(await mkdtemp(join(tmpdir(), 'attempts-')));
    await mkdir(setup.workFolder);
    await setup.store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG]));
    return setup;
  }

  /** Removes its files. */
  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  /** What the worker runs attempts with. */
  attempts(changed: { ledger?: Ledger; store?: ObjectStore; clock?: Clock } = {}): Attempts {
    const engine: Engine = {
      id: 'sharp',
      ...(this.canSalvage && { salvages: true }),
      convert: (step, signal, onProgress) => {
        this.conversions += 1;
        return this.convertStep(step, signal, onProgress);
      },
    };
    const logger = createLogger('test', 'silent');
    return new Attempts({
      ...{ workerId: 'test', workFolder: this.workFolder, clock: changed.clock ?? systemClock, logger },
      reading,
      ...{ ledger: changed.ledger ?? this.ledger, store: changed.store ?? this.store },
      engines: new Map<EngineId, Engine>([['sharp', engine]]),
      joiners: this.joiners,
      redis: this.redis.asRedis,
      stopped: new StoppedAttempts(this.redis.asRedis, logger),
      metrics: new WorkerMetrics(new Registry()),
    });
  }

  /** Stages and percents that were announced, oldest first. */
  progress(): unknown[][] {
    return this.redis.published
      .filter(({ channel }) => channel === conversionChannel(ID))
      .map(({ text }) => JSON.parse(text))
      .map(({ stage, percent }) => [stage, percent]);
  }

  /** Runs a job as the queue would: repeats it while the verdict says so, and after a thrown error. */
  async deliver(attempts = this.attempts(), times = 5): Promise<void> {
    for (let time = 0; time < times; time++) {
      const verdict = await attempts.run(ID, NEVER).catch(() => 'again' as const);
      if (verdict === 'done') return;
      if (verdict !== 'again') await this.untilEnded();
    }
    throw new Error('the job never ended');
  }

  /** Keys of the conversion's objects, without its prefix. */
  async keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of this.store.list(PREFIX)) found.push(key.slice(PREFIX.length));
    return found;
  }

  /** What exists of the conversion at its end. */
  async remains() {
    return {
      status: this.ledger.row.status,
      keys: await this.keys(),
      jobFolders: await readdir(this.workFolder),
    };
  }

  /** What exists if the conversion is completed with one output, for a comparison with {@link remains}. */
  get oneOutput() {
    const keys = [this.ledger.row.outputKey.slice(PREFIX.length)];
    return { status: 'completed', keys, jobFolders: [] };
  }

  private get workFolder(): string {
    return join(this.root, 'work');
  }

  /** Resolves once the running attempt has ended. */
  private async untilEnded(): Promise<void> {
    while (this.ledger.row.status === 'converting') await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
