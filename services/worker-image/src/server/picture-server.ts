import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  JAILED_NODE,
  type JailedScript,
  JailedServer,
  JobFolder,
  jobMemory,
  needsTooMuchMemory,
  resourceLimits,
} from '@filemill/worker';
import type { PictureJob, PictureResult } from '../jailed/protocol.js';
import { ChildAnswer, ChildDied, parseServerLine } from './answers.js';

/** The add-ons that native/build.sh compiles, and their paths in the jail. */
const ADDONS = ['picture.node', 'mend.node'].map((name) => ({
  source: fileURLToPath(new URL(`../../native/build/${name}`, import.meta.url)),
  target: `/app/${name}`,
}));

/**
 * glibc asks here whether the kernel has huge pages; it finds none in a jail without it, and the setting below has no effect.
 */
const HUGE_PAGES = '/sys/kernel/mm/transparent_hugepage';

/** Node's own threads, libuv's pool and a few of libvips, in the server and its child. */
const PROCESSES = 64;
const BOOT_MS = 20_000;
/** The server itself only waits; a job's own limit is set in its child. */
const SERVER_CPU_SECONDS = 7 * 24 * 3600;
/** A line of the server contains one piece of a child's output; JSON may need six characters for one byte. */
const MAX_LINE_BYTES = 131_072;

/**
 * No helper threads for JavaScript, which a child would not have; no address space for WebAssembly; no garbage collection
 * during the start, which finds little garbage and costs time. The server compiles all functions when it loads them, and a
 * child none for speed before they are hot: each child would do it again (measured: a quarter of the time of a small picture).
 */
const NODE_FLAGS = [
  '--single-threaded',
  '--v8-pool-size=0',
  '--disable-wasm-trap-handler',
  '--min-semi-space-size=16',
  '--no-lazy',
  '--no-sparkplug',
  '--no-maglev',
];

const ENV = {
  // libvips writes here what does not fit into memory; a child may write nowhere else.
  TMPDIR: '/job/out',
  // One picture at a time: a thread for the codec, the others for files.
  UV_THREADPOOL_SIZE: '4',
  // Measured: glibc's arenas per thread cost memory and gain nothing here.
  MALLOC_ARENA_MAX: '2',
  // Each child uses the memory of its planes for the first time, and each page costs a page fault; huge pages need fewer.
  // Measured: half the time in the kernel. Larger values of glibc's padding and thresholds lose this gain.
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  NODE_ENV: 'production',
};

/** One jailed Node process with sharp loaded, and a child of it per picture: see jailed/picture.main.ts. */
export class PictureServer extends JailedServer {
  /** State of the current job. */
  private answer: ChildAnswer | undefined;

  /**
   * @param script - from `nodeFiles`
   * @throws {Error} if the add-on is not compiled, or Node does not start
   */
  static async start(context: EngineContext, script: JailedScript): Promise<PictureServer> {
    const missing = ADDONS.find(({ source }) => !existsSync(source));
    if (missing) throw new Error(`${missing.source} is missing: run native/build.sh beside it`);
    const folder = await JobFolder.create(await context.scratch('sharp'));
    const { outputBytes, cpuSeconds } = resourceLimits('image', 0);
    const process = context.spawn({
      program: JAILED_NODE,
      args: [...NODE_FLAGS, script.path, ...ADDONS.map(({ target }) => target), `${cpuSeconds}`],
      folder: folder.paths,
      limits: {
        wallMs: Number.POSITIVE_INFINITY,
        cpuSeconds: SERVER_CPU_SECONDS,
        ...jobMemory('sharp'),
        fileBytes: outputBytes,
        processes: PROCESSES,
      },
      readOnly: [...script.readOnly, ...ADDONS, ...(existsSync(HUGE_PAGES) ? [{ source: HUGE_PAGES }] : [])],
      env: ENV,
    });
    const server = new PictureServer(process, folder, MAX_LINE_BYTES);
    await server.waitUntilReady('The picture server', BOOT_MS);
    return server;
  }

  /**
   * Runs one job; the caller must not run two at a time. To end a job early, the whole server is killed.
   *
   * @param inputPath - on the host; linked into the jail, not copied
   * @param outFolder - on the host; where the outputs go
   * @returns the outputs as paths on the host
   * @throws {AppError} FILE_CORRUPT, FILE_TOO_LARGE, UNSUPPORTED_FORMAT, ENGINE_TIMEOUT, ENGINE_FAILED
   */
  async convert(
    job: Omit<PictureJob, 'input'>,
    { inputPath, outFolder }: { inputPath: string; outFolder: string },
    wallMs: number,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<PictureResult> {
    return this.runJob(async () => {
      const input = await this.folder.put(inputPath, 'in');
      const result = await this.ask({ ...job, input }, wallMs, signal, onProgress);
      return { ...result, outputs: await this.folder.take(result.outputs, outFolder) };
    });
  }

  private async ask(
    job: PictureJob,
    wallMs: number,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<PictureResult> {
    signal.throwIfAborted();
    const answer = new ChildAnswer(onProgress);
    const timer = setTimeout(() => answer.fail(timeout(wallMs)), wallMs);
    const onAbort = (): void => answer.fail(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.answer = answer;
    if (this.lost) answer.fail(new Error('the server has ended'));
    try {
      this.process.stdin.write(`${JSON.stringify(job)}\n`);
      return await answer.result;
    } catch (error) {
      // What still runs of the job ends with the server; `ended` resolves when nothing does.
      if (!answer.ended) this.lost = true;
      if (error instanceof AppError || signal.aborted) throw error;
      throw this.failure(error, wallMs);
    } finally {
      this.answer = undefined;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  protected override receive(line: string): void {
    try {
      const message = parseServerLine(line);
      if (message.type === 'ready') this.markReady(message.landlock > 0);
      else if (message.type === 'output') this.answer?.receive(message.text);
      else this.answer?.end(message.status);
    } catch (error) {
      this.answer?.fail(error);
    }
  }

  protected override endJob(why: string): void {
    this.answer?.fail(new Error(why));
  }

  /** The error for a child, or a server, that did not answer. */
  private failure(error: unknown, wallMs: number): AppError {
    const signal = error instanceof ChildDied ? error.signal : undefined;
    if (signal === constants.signals.SIGXCPU) return timeout(wallMs);
    if (signal === constants.signals.SIGXFSZ) {
      return new AppError('FILE_TOO_LARGE', { message: 'The converted file would be larger than allowed.' });
    }
    if (this.process.limitPassed?.() === 'memory') return needsTooMuchMemory(error);
    const message = error instanceof Error ? error.message : String(error);
    return new AppError(
      'ENGINE_FAILED',
      {},
      { cause: new Error(`${message}: ${this.stderr}`, { cause: error }) },
    );
  }
}

const timeout = (wallMs: number): AppError =>
  new AppError('ENGINE_TIMEOUT', { limitSeconds: Math.round(wallMs / 1000) });
