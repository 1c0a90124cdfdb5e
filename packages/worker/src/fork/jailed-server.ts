import { LineReader } from '../jail/line-reader.js';
import type { JailedProcess } from '../jail/sandbox.js';
import type { JobFolder } from './job-folder.js';

/**
 * A jailed process that has a program loaded and forks a child for every job. It never opens a user's file itself, so nothing
 * of one job is in the memory of the next.
 */
export interface ForkServer {
  /** Set at the first sign of its end: it takes no further job. */
  readonly lost: boolean;
  /** Resolves when its process is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** Whether the kernel isolates a child from other jobs; if not, a server serves one owner only. */
  readonly confines: boolean;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

/** How much of the last error output is kept, in characters. */
const STDERR_CHARACTERS = 8_192;

/** A jailed fork server: it answers by lines, and has one folder for the files of its jobs. */
export abstract class JailedServer implements ForkServer {
  lost = false;
  confines = false;
  readonly gone: Promise<void>;
  /** The end of what the current job, or before the first one the server, wrote to standard error. */
  protected stderr = '';
  private readonly started = Promise.withResolvers<void>();
  private isReady = false;

  /** @param maxLineBytes - of an answer; a server that writes longer lines is killed */
  protected constructor(
    protected readonly process: JailedProcess,
    protected readonly folder: JobFolder,
    maxLineBytes: number,
  ) {
    process.working = false;
    const lines = new LineReader(
      { maxLineBytes },
      (line) => this.receive(line),
      () => void process.kill(), // its end is handled like any other
    );
    process.stdout.on('data', (chunk: Buffer) => lines.add(chunk));
    process.stderr.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString('utf8')).slice(-STDERR_CHARACTERS);
    });
    this.gone = process.exited.then(
      ({ exitCode, exitSignal }) => this.markLost(`the server ended with ${exitCode ?? exitSignal}`),
      (error: unknown) => this.markLost(String(error)),
    );
  }

  /** Handles one line of the server. */
  protected abstract receive(line: string): void;

  /** Ends the current job, if there is one, because the server has ended. */
  protected abstract endJob(why: string): void;

  /** Only the first call counts: no later line can change whether jobs are confined. */
  protected markReady(confines: boolean): void {
    if (this.isReady) return;
    this.isReady = true;
    this.confines = confines;
    this.started.resolve();
  }

  /** @throws {Error} if the server is not ready after `startMs`, or ends before; it is then closed */
  protected async waitUntilReady(name: string, startMs: number): Promise<void> {
    const timer = setTimeout(() => this.started.reject(new Error('it does not answer')), startMs);
    try {
      await this.started.promise;
    } catch (error) {
      await this.close();
      throw new Error(`${name} did not start: ${this.stderr}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs one job, and then removes its files. Where that fails, or the server is lost, the server is closed. */
  protected async runJob<T>(work: () => Promise<T>): Promise<T> {
    this.stderr = '';
    this.process.working = true;
    try {
      return await work();
    } finally {
      const isEmptied = !this.lost && (await this.folder.empty().catch(() => false));
      if (isEmptied) this.process.working = false;
      else await this.close();
    }
  }

  /** Ends the server and removes its folder. */
  async close(): Promise<void> {
    this.lost = true;
    await this.process.kill();
    await this.folder.remove();
  }

  /** The server has ended, or no longer answers. */
  protected markLost(why: string): void {
    this.lost = true;
    this.started.reject(new Error(why));
    this.endJob(why);
  }
}
