import type { Readable, Writable } from 'node:stream';
import { AppError } from '@filemill/errors';

/** Limits of one jailed process and its children; see docs/security.md for the numbers per class. */
export interface Limits {
  /** Wall clock; passing it ends the process with ENGINE_TIMEOUT. */
  readonly wallMs: number;
  readonly cpuSeconds: number;
  /** Resident memory of the whole job, watched; also the data segment of each process. */
  readonly memoryBytes: number;
  /** Size of the jail's own /tmp: a tmpfs, so its files use memory too, in addition to the above. */
  readonly tmpBytes: number;
  /** Address space of each process (`RLIMIT_AS`); not for Node, which reserves far more than it uses. */
  readonly addressSpaceBytes?: number;
  /** Largest single file. */
  readonly fileBytes: number;
  /** All files in the out folder together; a quarter more than the largest by default. */
  readonly outFolderBytes?: number;
  readonly processes: number;
}

/** What the jail shows and allows beyond its own minimum. */
export interface JailRequest {
  /** Absolute path on the host; it must lie below /usr or in one of `readOnly`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Shown as /job/in (read-only) and /job/out (writable). */
  readonly folder: { readonly in: string; readonly out: string };
  readonly limits: Limits;
  /** Further host paths to show, read-only, at the same place or at `target`. */
  readonly readOnly?: readonly { readonly source: string; readonly target?: string }[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A program to run to its end. */
export interface RunRequest extends JailRequest {
  readonly signal: AbortSignal;
  /** Called with each piece of standard output as it arrives (progress, raw pixels); without it, it is collected. */
  readonly onStdout?: (chunk: Buffer) => void;
}

/** How a program ended. */
export interface RunResult {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
  /** First megabyte. */
  readonly stdout: string;
  /** Last megabyte; goes to the debug log, never to a caller. */
  readonly stderr: string;
  readonly wallMs: number;
}

/** A program to start and keep running. */
export type SpawnRequest = JailRequest;

/** A program to start before its job comes. */
export interface StandbyRequest extends Omit<SpawnRequest, 'args'> {
  /**
   * Arguments with which the program itself waits: it reads those of its job from standard input, each ended by a NUL.
   * Absent: a library that is loaded into the program waits for it (native/standby.c).
   */
  readonly waitsWith?: readonly string[];
}

/** A program in the jail that waits, with all its libraries loaded, for the arguments of its one job. */
export interface Standby {
  /** False once it is gone, for whatever reason. */
  readonly alive: boolean;
  /** Gives it its arguments, once, and waits for its end; results and errors as for `run`. */
  run(
    request: Pick<RunRequest, 'args' | 'signal' | 'onStdout'> & { readonly wallMs: number },
  ): Promise<RunResult>;
  /** SIGKILL to all of it; resolves when it is gone. */
  kill(): Promise<void>;
}

/** A jailed process that keeps running. Its process group and PID namespace end together with it. */
export interface JailedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves once the process is gone, with the reason. */
  readonly exited: Promise<{ exitCode: number | null; exitSignal: NodeJS.Signals | null }>;
  /**
   * Whether it has an uploaded file; true from the start. While it is on standby, its memory and disk are checked once
   * a second instead of ten times.
   */
  working: boolean;
  /** Which watched limit ended it, if one did. */
  limitPassed?(): 'memory' | 'output' | undefined;
  /** SIGKILL to all of it; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Final: the same file would fail again. */
export const needsTooMuchMemory = (cause?: unknown): AppError =>
  new AppError(
    'FILE_TOO_LARGE',
    { message: 'The file needs more memory than a conversion may use.' },
    { cause },
  );
