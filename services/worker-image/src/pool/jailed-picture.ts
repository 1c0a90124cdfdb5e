import { link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  JAILED_NODE,
  type JailedProcess,
  type JailedScript,
  readBoundedLines,
  resourceLimits,
} from '@filemill/worker';
import type { Answer, PictureJob, PictureResult } from '../jailed/protocol.js';
import { parseAnswer } from './answers.js';

/** Node's own threads, libuv's pool and a few of libvips. */
const PROCESSES = 64;
const BOOT_MS = 20_000;
/** All jobs of a process together; each is bounded by its wall clock, and the pool retires the process long before. */
const CPU_SECONDS = 900;
const STDERR_CAP = 8_192;
/** Far above a thousand outputs with their names; an answer is one line. */
const MAX_LINE = 65_536;

/**
 * No address space for WebAssembly; no helper threads for JavaScript, and no garbage collection while it boots: there is
 * hardly any, and they cost.
 */
const NODE_FLAGS = ['--disable-wasm-trap-handler', '--v8-pool-size=0', '--min-semi-space-size=16'];

const ENV = {
  // One picture at a time: a thread for the codec, the others for files.
  UV_THREADPOOL_SIZE: '4',
  // Measured: glibc's arenas per thread cost memory and gain nothing here.
  MALLOC_ARENA_MAX: '2',
  // A fresh process would touch each page of a picture's planes for the first time: huge pages, taken once and kept.
  GLIBC_TUNABLES: [
    'glibc.malloc.hugetlb=1',
    'glibc.malloc.mmap_threshold=1073741824',
    'glibc.malloc.top_pad=67108864',
    'glibc.malloc.trim_threshold=1073741824',
  ].join(':'),
  NODE_ENV: 'production',
};

/** One jailed Node process with its own two folders. It serves one owner, one job at a time. */
export class JailedPicture {
  private onAnswer: (answer: Answer) => void = () => undefined;
  private stderr = '';
  private jobs = 0;
  private alive = true;

  private constructor(
    private readonly process: JailedProcess,
    private readonly folder: string,
    private readonly gone: Promise<never>,
  ) {
    gone.catch(() => {
      this.alive = false;
    });
    readBoundedLines(
      process.stdout,
      MAX_LINE,
      (line) => this.hear(line),
      () => {
        this.reject(new Error('the process answers without end'));
        void process.kill();
      },
    );
    process.stderr.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString('latin1')).slice(-STDERR_CAP);
    });
  }

  /**
   * @param script - from `nodeFiles`
   * @returns once it has said that it is ready
   */
  static async boot(context: EngineContext, script: JailedScript): Promise<JailedPicture> {
    const folder = await context.scratch('sharp');
    const folders = { in: join(folder, 'in'), out: join(folder, 'out') };
    await Promise.all([mkdir(folders.in), mkdir(folders.out)]);
    const { memoryBytes, outputBytes } = resourceLimits('image', 0);
    const process = context.spawn({
      program: JAILED_NODE,
      args: [...NODE_FLAGS, script.path],
      folder: folders,
      limits: {
        wallMs: 0,
        cpuSeconds: CPU_SECONDS,
        memoryBytes,
        fileBytes: outputBytes,
        processes: PROCESSES,
      },
      readOnly: script.readOnly,
      env: ENV,
    });
    process.working = false;
    const gone = process.exited.then(({ exitCode, exitSignal }) => {
      throw new Error(`the process ended with ${exitCode ?? exitSignal}`);
    });
    const picture = new JailedPicture(process, folder, gone);
    try {
      await picture.nextAnswer(BOOT_MS, undefined, () => undefined);
      return picture;
    } catch (error) {
      await picture.end();
      throw error;
    }
  }

  /**
   * @param inputPath - on the host; linked into the jail, not copied
   * @param wallMs - the process is killed after this time
   * @throws {AppError} FILE_CORRUPT, FILE_TOO_LARGE, UNSUPPORTED_FORMAT, ENGINE_TIMEOUT, ENGINE_FAILED
   */
  async convert(
    job: Omit<PictureJob, 'input'>,
    inputPath: string,
    wallMs: number,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<PictureResult> {
    const name = `in-${++this.jobs}`;
    const linked = join(this.folder, 'in', name);
    await link(inputPath, linked);
    this.process.working = true;
    try {
      this.process.stdin.write(`${JSON.stringify({ ...job, input: `/job/in/${name}` })}\n`);
      const answer = await this.nextAnswer(wallMs, signal, onProgress);
      if (answer.type === 'done') return answer.result;
      const { code, detail, cause } = answer.type === 'failed' ? answer : { code: 'ENGINE_FAILED' as const };
      throw new AppError(code, { ...(detail ? { detail } : {}) }, { cause: new Error(cause ?? answer.type) });
    } finally {
      await rm(linked, { force: true });
    }
  }

  /** False once the process is gone, for whatever reason. */
  get isAlive(): boolean {
    return this.alive;
  }

  outputPath(name: string): string {
    return join(this.folder, 'out', name);
  }

  /** Kills the process and removes its folders. */
  async end(): Promise<void> {
    await this.process.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The next `ready`, `done` or `failed`; a process that does not answer, or not in time, is killed. */
  private async nextAnswer(
    wallMs: number,
    signal: AbortSignal | undefined,
    onProgress: (fraction: number) => void,
  ): Promise<Answer> {
    const ended = Promise.withResolvers<Answer>();
    this.onAnswer = (answer) => {
      if (answer.type === 'progress') onProgress(answer.fraction);
      else ended.resolve(answer);
    };
    const clock = setTimeout(
      () => ended.reject(new AppError('ENGINE_TIMEOUT', { limitSeconds: Math.round(wallMs / 1000) })),
      wallMs,
    );
    const onAbort = (): void => ended.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.reject = ended.reject;
    try {
      return await Promise.race([ended.promise, this.gone]);
    } catch (error) {
      await this.process.kill();
      if (error instanceof AppError || signal?.aborted) throw error;
      throw this.died(error);
    } finally {
      clearTimeout(clock);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  private reject: (reason: unknown) => void = () => undefined;

  private hear(line: string): void {
    try {
      this.onAnswer(parseAnswer(line));
    } catch (error) {
      this.reject(error);
    }
  }

  private died(error: unknown): AppError {
    if (this.process.limitPassed?.() === 'memory') {
      const message = 'The picture needs more memory than a conversion may use.';
      return new AppError('FILE_TOO_LARGE', { message }, { cause: error });
    }
    const words = error instanceof Error ? error.message : String(error);
    return new AppError(
      'ENGINE_FAILED',
      {},
      { cause: new Error(`${words}: ${this.stderr}`, { cause: error }) },
    );
  }
}
