import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { AppError, isCode } from '@filemill/errors';
import { Piscina } from 'piscina';
import type { ByteReader } from '../bytes/byte-reader.js';
import { OwnerQueue } from './owner-queue.js';
import type { TaskAnswer, TaskData, TaskName } from './tasks.js';
import type { Bytes, TaskRequest, TaskResult, ThreadMessage } from './thread.js';

/** Limits of one reading. */
interface ReadingLimits {
  /** Simultaneous readings. */
  readonly threads: number;
  /** Heap of one thread; file contents are outside it and are limited by the readers. */
  readonly memoryMb: number;
  /** Processor time of one reading. Wall-clock time would refuse good files on a busy machine. */
  readonly cpuMs: number;
  /** Wall-clock time, for a reading that waits without working. */
  readonly wallMs: number;
}

/** For a gateway: signatures only. */
export const DETECTION_LIMITS: ReadingLimits = { threads: 2, memoryMb: 128, cpuMs: 2_000, wallMs: 10_000 };
/** For a worker: headers of inputs and outputs; one thread per slot, so that no job waits for another. */
export const headerLimits = (slots: number): ReadingLimits => ({
  threads: Math.max(1, slots),
  memoryMb: 256,
  cpuMs: 10_000,
  wallMs: 30_000,
});

/** Readings that wait for a thread; more are refused. */
const MAX_WAITING = 64;
/** Maximum bytes that are sent to a thread at once. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
const IDLE_MS = 30_000;
/** How often the processor time of a long reading is checked. */
const CHECK_EVERY_MS = 200;
/** Under Jest the sources are not compiled, so the built thread is used. */
const THREAD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/threads/thread.js' : './thread.js', import.meta.url),
);

/** The source of a reading: a path on disk, or a reader of the main thread. */
type ReadingSource = { readonly path: string } | ByteReader;

/** Options of a reading. */
interface ReadingOptions {
  /** Account or address: one of its readings runs at a time. Absent: no such limit. */
  readonly owner?: string;
  readonly signal?: AbortSignal;
}

/** FILE_CORRUPT, because reading the file took longer than the limit; the time is charged to its owner. */
export class ReadingTimedOut extends AppError {
  constructor(options?: ErrorOptions) {
    super('FILE_CORRUPT', { detail: 'reading it takes too long' }, options);
  }
}

/** Reads files in threads that are ended when they take too long, never on the main thread. */
export class ReadingThreads {
  private readonly pool: Piscina<TaskRequest, TaskResult>;
  private readonly ownerQueue = new OwnerQueue(MAX_WAITING);

  constructor(private readonly limits: ReadingLimits) {
    this.pool = new Piscina({
      filename: THREAD,
      minThreads: 1,
      maxThreads: limits.threads,
      idleTimeout: IDLE_MS,
      maxQueue: MAX_WAITING,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    });
  }

  /**
   * Runs a task in a thread.
   *
   * @throws {ReadingTimedOut} if the reading takes more than its limits
   * @throws {AppError} OVERLOADED when too many wait; what the task throws
   * @throws {Error} with the code of the system, such as EMFILE
   * @throws what `source` throws, or the reason of `signal`
   */
  run<N extends TaskName>(
    task: N,
    source: ReadingSource,
    data: TaskData<N>,
    { owner, signal }: ReadingOptions = {},
  ): Promise<TaskAnswer<N>> {
    const perform = (): Promise<TaskAnswer<N>> => this.perform(task, source, data, signal);
    return owner === undefined ? perform() : this.ownerQueue.take(owner, perform);
  }

  /** Ends every thread. */
  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async perform<N extends TaskName>(
    task: N,
    source: ReadingSource,
    data: TaskData<N>,
    signal: AbortSignal | undefined,
  ): Promise<TaskAnswer<N>> {
    signal?.throwIfAborted();
    const { port1: own, port2: port } = new MessageChannel();
    const reader = 'path' in source ? undefined : source;
    const head = reader?.head && Uint8Array.from(reader.head);
    const end = new AbortController();
    const stop = (): void => end.abort();
    signal?.addEventListener('abort', stop, { once: true });
    using watch = new Watch(this.limits, this.pool, end);
    let failure: unknown;
    own.on('message', (question: ThreadMessage) => {
      if (question.kind === 'begun') watch.begin(question.threadId);
      else if (reader) {
        answer(own, reader, question.offset, question.length).catch((error: unknown) => {
          failure = error;
          end.abort();
        });
      }
    });
    try {
      const outcome = await this.pool.run(
        {
          task,
          data,
          port,
          ...('path' in source ? { path: source.path, sizeBytes: 0 } : { sizeBytes: source.sizeBytes, head }),
        },
        { signal: end.signal, transferList: head ? [port, head.buffer] : [port] },
      );
      if ('answer' in outcome) return outcome.answer as TaskAnswer<N>;
      if ('systemCode' in outcome)
        throw Object.assign(new Error(outcome.message), { code: outcome.systemCode });
      throw new AppError(isCode(outcome.code) ? outcome.code : 'INTERNAL', outcome.params);
    } catch (error) {
      signal?.throwIfAborted();
      if (failure !== undefined) throw failure;
      throw toAppError(error, watch.hasTimedOut);
    } finally {
      signal?.removeEventListener('abort', stop);
      own.close();
    }
  }
}

/** Transfers the bytes: afterwards only the thread can use them. */
async function answer(port: MessagePort, reader: ByteReader, offset: number, length: number): Promise<void> {
  const bytes = await reader.read(offset, Math.min(length, MAX_READ_BYTES)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'FILE_CORRUPT') return undefined;
    throw error;
  });
  // A slice of a larger buffer is copied, because the rest of it is still used.
  const copy: Bytes = bytes && new Uint8Array(bytes);
  port.postMessage(copy, copy ? [copy.buffer as ArrayBuffer] : []);
}

function toAppError(error: unknown, hasTimedOut: boolean): unknown {
  if (error instanceof AppError) return error;
  if (hasTimedOut) return new ReadingTimedOut({ cause: error });
  const { message = '', code = '' } = error as { message?: string; code?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new AppError('FILE_CORRUPT', { detail: 'reading it takes too much memory' }, { cause: error });
  }
  if (/queue|limit reached/i.test(message))
    return new AppError('OVERLOADED', { retryAfterSeconds: 2 }, { cause: error });
  return error;
}

/** Ends a reading that takes too long. */
class Watch implements Disposable {
  hasTimedOut = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: ReadingLimits,
    private readonly pool: Piscina,
    private readonly end: AbortController,
  ) {}

  begin(threadId: number): void {
    const worker = this.pool.threads.find((thread) => thread.threadId === threadId);
    const startedAt = performance.now();
    const before = cpuMsOf(worker);
    const check = async (): Promise<void> => {
      const cpuMs = (await cpuMsOf(worker)) - (await before);
      const isLate = performance.now() - startedAt >= this.limits.wallMs;
      if (this.timer === undefined) return;
      if (cpuMs >= this.limits.cpuMs || isLate) this.stopReading();
      else this.timer = setTimeout(check, CHECK_EVERY_MS);
    };
    this.timer = setTimeout(check, this.limits.cpuMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private stopReading(): void {
    this.hasTimedOut = true;
    this.end.abort();
  }
}

/** Processor time of a thread, in ms; 0 if it does not answer soon, and only the wall clock decides. */
async function cpuMsOf(worker: Worker | undefined): Promise<number> {
  if (!worker) return 0;
  const usage = worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => 0,
  );
  const { promise: late, resolve } = Promise.withResolvers<number>();
  const timer = setTimeout(() => resolve(0), CHECK_EVERY_MS);
  const answered = await Promise.race([usage, late]);
  clearTimeout(timer);
  return answered;
}
