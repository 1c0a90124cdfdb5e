import { spawn } from 'node:child_process';
import { DailyLog } from './daily-log.mjs';
import { askFor, Liveness } from './liveness.mjs';
import { say } from './report.mjs';

const FIRST_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 10_000;
/** A child that lived this long starts again with the first back-off. */
const SETTLED_MS = 30_000;

/**
 * One child process that is restarted when it dies, and killed and restarted when it hangs; both cases use the same back-off.
 * It ends with this process even if that is killed (a parent-death signal). It has a separate process group, so that Ctrl-C
 * reaches it only through `stop`.
 */
export class Child {
  #process;
  /** How it ended the last time: `{ code, signal }` of which one is null. */
  lastExit;
  #stopping = false;
  #backoffMs = FIRST_BACKOFF_MS;
  #nextStart;
  #log;
  #liveness;
  #isWatched = true;

  /**
   * @param {{ name: string, program: string, args: string[], env?: object, cwd: string, logFolder: string,
   *   stopSignal?: NodeJS.Signals, onChange?: () => void, livenessUrl?: string, livenessLookMs?: number }} spec -
   *   `livenessUrl`: answers 200 while the process works; without it hangs are not detected
   */
  constructor(spec) {
    this.spec = spec;
    this.name = spec.name;
    this.#log = new DailyLog(spec.logFolder, spec.name);
  }

  get pid() {
    return this.#process?.pid;
  }

  /** Whether the process runs now. */
  get alive() {
    return (
      this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
    );
  }

  start() {
    this.#stopping = false;
    clearTimeout(this.#nextStart); // or there would be two of it
    const startedAt = Date.now();
    const { program, args, env, cwd, stopSignal = 'SIGTERM' } = this.spec;
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
    this.exited = new Promise((resolve) => {
      child.once('error', (error) => {
        say(`${this.name} could not be started: ${error.message}`);
        resolve();
      });
      child.once('exit', (code, signal) => {
        this.lastExit = { code, signal };
        resolve();
        if (this.#stopping) return;
        if (Date.now() - startedAt > SETTLED_MS) this.#backoffMs = FIRST_BACKOFF_MS;
        say(
          `${this.name} ended (${signal ?? `exit code ${code}`}); starting it again in ${this.#backoffMs} ms`,
        );
        this.#nextStart = setTimeout(() => this.start(), this.#backoffMs);
        this.#backoffMs = Math.min(this.#backoffMs * 2, MAX_BACKOFF_MS);
      });
    });
    this.#watch(child);
    this.spec.onChange?.();
  }

  /** Whether it is ended when it hangs; so from the start. Drills that freeze a process switch it off. */
  set isWatched(isWatched) {
    this.#isWatched = isWatched;
    if (this.#liveness) this.#liveness.isWatching = isWatched;
  }

  #watch(child) {
    const { livenessUrl, livenessLookMs } = this.spec;
    if (!livenessUrl) return;
    const onHung = () => {
      say(`${this.name} runs but does not answer; killing it`);
      child.kill('SIGKILL'); // a hung process does not react to SIGTERM
    };
    const liveness = new Liveness({ ask: askFor(livenessUrl), onHung });
    liveness.isWatching = this.#isWatched;
    child.once('exit', () => liveness.stop());
    liveness.start(livenessLookMs);
    this.#liveness = liveness;
  }

  /** Ends it: the stop signal, and SIGKILL after `graceMs`. */
  async stop(graceMs = 10_000) {
    this.#stopping = true;
    this.#liveness?.stop();
    clearTimeout(this.#nextStart);
    if (!this.alive) return;
    this.#process.kill(this.spec.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), graceMs);
    await this.exited;
    clearTimeout(timer);
  }
}
