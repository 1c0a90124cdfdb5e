import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { say } from '../ground/report.ts';
import { DailyLog } from './daily-log.ts';
import { Liveness, probeUrl } from './liveness.ts';
import type { Environment } from './process.ts';

const FIRST_BACK_OFF_MS = 200;
const LONGEST_BACK_OFF_MS = 10_000;
/** A child that lived this long starts again with the first back-off. */
const SETTLED_MS = 30_000;

/** One child process. */
export interface ChildOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** All of its environment; that of this process if absent. */
  readonly env?: Environment;
  readonly cwd: string;
  readonly logFolder: string;
  /** SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
  /** Called after each start. */
  readonly onChange?: () => void;
  /** Answers 200 while the process works; without it hangs are not detected. */
  readonly livenessUrl?: string;
  /** Pause between two checks; a second by default. */
  readonly livenessCheckMs?: number;
}

/** How a process ended: one of the two is null. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * One child process that is restarted when it dies, and killed and restarted when it hangs; both cases use the same back-off.
 * It ends with this process even if that is killed (a parent-death signal). It has a separate process group, so that Ctrl-C
 * reaches it only through `stop`.
 */
export class Child {
  readonly name: string;
  /** How it is started the next time: drills change this while the process is stopped. */
  options: ChildOptions;
  /** How it ended the last time. */
  lastExit: ProcessExit | undefined;
  /** Resolves when the present process has ended. */
  exited: Promise<void> = Promise.resolve();
  readonly #log: DailyLog;
  #process: ChildProcessByStdio<null, Readable, Readable> | undefined;
  #stopping = false;
  #backOffMs = FIRST_BACK_OFF_MS;
  #nextStart: NodeJS.Timeout | undefined;
  #liveness: Liveness | undefined;
  #isWatched = true;

  constructor(options: ChildOptions) {
    this.options = options;
    this.name = options.name;
    this.#log = new DailyLog(options.logFolder, options.name);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Whether the process runs now. */
  get alive(): boolean {
    return (
      this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
    );
  }

  start(): void {
    this.#stopping = false;
    clearTimeout(this.#nextStart); // or there would be two of it
    const startedAt = Date.now();
    const { program, args, env, cwd, stopSignal = 'SIGTERM' } = this.options;
    const deathSignal = ['--pdeathsig', stopSignal.slice(3), '--'];
    const child = spawn('/usr/bin/setpriv', [...deathSignal, program, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout.pipe(this.#log, { end: false });
    child.stderr.pipe(this.#log, { end: false });
    this.exited = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        say(`${this.name} could not be started: ${error.message}`);
        resolve();
      });
      child.once('exit', (code, signal) => {
        this.lastExit = { code, signal };
        resolve();
        if (this.#stopping) return;
        if (Date.now() - startedAt > SETTLED_MS) this.#backOffMs = FIRST_BACK_OFF_MS;
        say(
          `${this.name} ended (${signal ?? `exit code ${code}`}); starting it again in ${this.#backOffMs} ms`,
        );
        this.#nextStart = setTimeout(() => this.start(), this.#backOffMs);
        this.#backOffMs = Math.min(this.#backOffMs * 2, LONGEST_BACK_OFF_MS);
      });
    });
    this.#watch(child);
    this.options.onChange?.();
  }

  /** Whether it is ended when it hangs; so from the start. Drills that freeze a process switch it off. */
  set isWatched(isWatched: boolean) {
    this.#isWatched = isWatched;
    if (this.#liveness) this.#liveness.isWatching = isWatched;
  }

  #watch(child: ChildProcessByStdio<null, Readable, Readable>): void {
    const { livenessUrl, livenessCheckMs } = this.options;
    if (!livenessUrl) return;
    const onHung = (): void => {
      say(`${this.name} runs but does not answer; killing it`);
      child.kill('SIGKILL'); // a hung process does not react to SIGTERM
    };
    const liveness = new Liveness({ probe: probeUrl(livenessUrl), onHung });
    liveness.isWatching = this.#isWatched;
    child.once('exit', () => liveness.stop());
    liveness.start(livenessCheckMs);
    this.#liveness = liveness;
  }

  /** Ends it: the stop signal, and SIGKILL after `graceMs`. */
  async stop(graceMs = 10_000): Promise<void> {
    this.#stopping = true;
    this.#liveness?.stop();
    clearTimeout(this.#nextStart);
    const child = this.#process;
    if (!child || !this.alive) return;
    child.kill(this.options.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await this.exited;
    clearTimeout(timer);
  }
}
