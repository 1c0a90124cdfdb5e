import { type ChildProcess, spawn as spawnChild } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { type JailPaths, jailArguments, type ProcMount, standbyRequest } from './arguments.js';
import { inheritedDescriptors, replaceInherited } from './descriptors.js';
import { CappedText } from './line-reader.js';
import { findMaskedFiles, findProgram } from './programs.js';
import {
  type JailedProcess,
  type JailRequest,
  type Limits,
  needsTooMuchMemory,
  type RunRequest,
  type RunResult,
  type SpawnRequest,
  type Standby,
  type StandbyRequest,
} from './sandbox.js';
import { Watchdog } from './watchdog.js';

/** The limits that end a jailed process. */
export const LIMITS_REACHED = ['wall', 'cpu', 'memory', 'output', 'file'] as const;

/** The limit that ended a jailed process. */
type LimitReached = (typeof LIMITS_REACHED)[number];

/** Runs programs in jails. */
export interface Jail {
  /** How the jails of this process show /proc. */
  readonly proc: ProcMount;
  /**
   * Runs one program to its end. A program that fails by itself is a result (`exitCode`), not an error.
   *
   * @throws {AppError} ENGINE_TIMEOUT after `wallMs` or the CPU time; FILE_TOO_LARGE when it took too much memory or
   *   disk (not retried: it would do so again)
   * @throws `signal.reason` within a second of an abort
   */
  run(request: RunRequest): Promise<RunResult>;
  /** Starts a program that keeps running. The caller limits its wall clock time; every other limit applies. */
  spawn(request: SpawnRequest): JailedProcess;
  /** Starts a program that waits for its arguments with all that it needs loaded. */
  standby(request: StandbyRequest): Standby;
}

/** How a jailed process is started: to run to its end, to keep running, or to wait for its arguments. */
type JailMode = 'run' | 'spawn' | 'standby';

/** Callbacks and settings of all jails of a process. */
export interface JailOptions {
  /** Called for each process that is started, for the metrics. */
  readonly onStart?: (mode: JailMode) => void;
  /** Called for each process that a limit ended, for the metrics. */
  readonly onLimit?: (limit: LimitReached) => void;
  /** Called for each process that was ended because it was no longer needed, for the metrics. */
  readonly onStop?: () => void;
  /** Called each time the memory and disk of running processes could not be checked. */
  readonly onCheckFailed?: (error: unknown) => void;
  /** `own` by default; `startJail` finds out what this machine allows. */
  readonly proc?: ProcMount;
}

const OUTPUT_CAP_BYTES = 1024 * 1024;
/** bubblewrap's exit code for a child that a signal ended is 128 plus the signal's number: signal(7). */
const LIMIT_OF_EXIT: Readonly<Record<number, LimitReached>> = { [128 + 24]: 'cpu', [128 + 25]: 'file' };
/** Default for all files of the out folder, as a multiple of the largest single file. */
const OUT_FOLDER_FACTOR = 1.25;

const FILTER = fileURLToPath(new URL('../../seccomp/filter.bpf', import.meta.url));

/**
 * The only way in which this project starts a program that reads an uploaded file.
 *
 * @throws {Error} on a machine without bubblewrap or of another architecture than the seccomp filter's
 */
export function createJail(options: JailOptions = {}): Jail {
  if (process.arch !== 'x64') {
    throw new Error(`The jail's seccomp filter is made for x86-64; this machine is ${process.arch}`);
  }
  const paths: JailPaths = {
    bwrap: findProgram('bwrap'),
    prlimit: findProgram('prlimit'),
    nice: findProgram('nice'),
    masked: findMaskedFiles(),
    proc: options.proc ?? 'own',
  };
  const watchdog = new Watchdog((error) => options.onCheckFailed?.(error));
  const inherited = inheritedDescriptors();
  const devNull = openSync('/dev/null', 'r');

  const start = (request: JailRequest, mode: JailMode): Started => {
    checkVisible(request);
    const stdin = mode === 'run' ? 'ignore' : 'pipe';
    // Opened each time: the child reads it to its end, and copies of one descriptor share their position.
    const filter = openSync(FILTER, 'r');
    try {
      const child = spawnChild(paths.bwrap, jailArguments(request, paths), {
        stdio: replaceInherited([stdin, 'pipe', 'pipe', filter], inherited, devNull), // the filter becomes FILTER_FD
        env: {},
        detached: true, // leads a process group of its own
      });
      options.onStart?.(mode);
      return new Started(child, request, watchdog, options);
    } finally {
      closeSync(filter);
    }
  };

  /** Waits for the end of a process and returns the outcome; ends it when its time is up. */
  async function finish(
    started: Started,
    { signal, limits, onStdout }: Pick<RunRequest, 'signal' | 'limits' | 'onStdout'>,
  ): Promise<RunResult> {
    const startedAt = performance.now();
    const stdout = new CappedText(OUTPUT_CAP_BYTES, 'first');
    const stderr = new CappedText(OUTPUT_CAP_BYTES, 'last');
    started.child.stdout?.on('data', onStdout ?? ((chunk: Buffer) => stdout.add(chunk)));
    started.child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
    const onAbort = (): void => started.kill('abort');
    signal.addEventListener('abort', onAbort, { once: true });
    const clock = setTimeout(() => started.kill('wall'), limits.wallMs);
    try {
      if (signal.aborted) onAbort();
      const exit = await started.exited;
      const wallMs = performance.now() - startedAt;
      if (started.killedFor === 'abort') throw signal.reason;
      if (started.killedFor) throw limitError(started.killedFor, limits);
      const limit = LIMIT_OF_EXIT[exit.exitCode ?? 0];
      if (limit) {
        options.onLimit?.(limit);
        throw limitError(limit, limits);
      }
      return { ...exit, stdout: stdout.toString(), stderr: stderr.toString(), wallMs };
    } finally {
      clearTimeout(clock);
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    proc: paths.proc,
    spawn(request) {
      const started = start(request, 'spawn');
      return {
        get working() {
          return started.working;
        },
        set working(working) {
          started.working = working;
        },
        pid: started.pid,
        stdin: started.child.stdin as Writable,
        stdout: started.child.stdout as Readable,
        stderr: started.child.stderr as Readable,
        exited: started.exited,
        limitPassed: () =>
          started.killedFor === 'memory' || started.killedFor === 'output' ? started.killedFor : undefined,
        kill: async () => {
          started.kill('abort');
          await started.exited;
        },
      };
    },
    standby(request) {
      const started = start(standbyRequest(request), 'standby');
      started.working = false;
      let alive = true;
      const onExit = (): void => {
        alive = false;
      };
      started.exited.then(onExit, onExit);
      // Its output is not read before it has its arguments: it writes nothing until then.
      return {
        get alive() {
          return alive;
        },
        run: (job) => {
          started.working = true;
          started.child.stdin?.end(job.args.map((argument) => `${argument}\0`).join(''));
          return finish(started, { ...job, limits: { ...request.limits, wallMs: job.wallMs } });
        },
        kill: async () => {
          started.kill('abort');
          await started.exited;
        },
      };
    },
    async run(request) {
      request.signal.throwIfAborted();
      return finish(start(request, 'run'), request);
    },
  };
}

/** A started bubblewrap and its state. */
class Started {
  readonly exited: JailedProcess['exited'];
  killedFor: 'abort' | LimitReached | undefined;
  working = true;

  constructor(
    readonly child: ChildProcess,
    request: JailRequest,
    watchdog: Watchdog,
    private readonly options: JailOptions,
  ) {
    const unwatch =
      child.pid === undefined
        ? () => undefined
        : watchdog.watch({
            pid: child.pid,
            outFolder: request.folder.out,
            memoryBytes: request.limits.memoryBytes,
            tmpBytes: request.limits.tmpBytes,
            outBytes: request.limits.outFolderBytes ?? request.limits.fileBytes * OUT_FOLDER_FACTOR,
            isWorking: () => this.working,
            onExcess: (what) => this.kill(what),
          });
    this.exited = new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new AppError('INTERNAL', {}, { cause: error })));
      // 'close' rather than 'exit': the pipes end when the last process of the jail has closed them.
      child.once('close', (exitCode, exitSignal) => resolve({ exitCode, exitSignal }));
    });
    this.exited.then(unwatch, unwatch);
    // An error from writing to a process that has just ended is ignored: `exited` reports its end.
    child.stdin?.on('error', () => undefined);
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  /** SIGKILL to bubblewrap's group; the PID namespace ends with it, and with that everything inside. */
  kill(reason: 'abort' | LimitReached): void {
    if (this.killedFor || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.killedFor = reason;
    if (reason === 'abort') this.options.onStop?.();
    else this.options.onLimit?.(reason);
    if (this.child.pid !== undefined) killGroup(this.child.pid);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended by itself just now
  }
}

function limitError(limit: LimitReached, { wallMs }: Limits): AppError {
  switch (limit) {
    case 'wall':
    case 'cpu':
      return new AppError('ENGINE_TIMEOUT', { limitSeconds: Math.round(wallMs / 1000) });
    case 'memory':
      return needsTooMuchMemory();
    case 'output':
    case 'file':
      return new AppError('FILE_TOO_LARGE', { message: 'The converted file would be larger than allowed.' });
  }
}

/** Checks beforehand: a program that the jail does not show would fail inside with an unclear message. */
function checkVisible({ program, readOnly = [] }: JailRequest): void {
  const shown = ['/usr', ...readOnly.map(({ source, target }) => target ?? source)];
  if (!shown.some((folder) => program === folder || program.startsWith(`${folder}/`))) {
    throw new Error(`${program} is not visible in the jail; add ${dirname(program)} to readOnly`);
  }
}
