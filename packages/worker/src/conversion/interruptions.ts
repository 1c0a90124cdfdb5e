import { AppError } from '@filemill/errors';

/** The attempt is no longer the current one: the conversion was cancelled, ended, or taken over. */
export class AttemptLost extends Error {
  override name = 'AttemptLost';
}

/** Neither the file nor the engine failed: the attempt is returned uncounted, and the job is tried again later. */
export class AttemptReturned extends Error {
  override name = 'AttemptReturned';

  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
  }
}

/** How the kernel refuses a file or a pipe when this process, or the whole machine, has no file descriptor left. */
const NO_DESCRIPTOR = ['EMFILE', 'ENFILE'];

/** Whether an error, or what caused it, is a lack of file descriptors: the fault of this machine, not of the file. */
export function isOutOfDescriptors(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (NO_DESCRIPTOR.includes((cause as NodeJS.ErrnoException).code ?? '')) return true;
  return false;
}

/** Longest delay of a timer in Node, about 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * How long a conversion may still take, from the moment of the ledger's answer. It uses the monotonic clock: a worker
 * whose time of day is wrong, or is corrected, loses no job.
 */
export class TimeLeft {
  private readonly endsAt: number;

  /** @param ms - from now */
  constructor(ms: number) {
    this.endsAt = performance.now() + ms;
  }

  /** 0 once it is up. */
  get ms(): number {
    return Math.max(0, this.endsAt - performance.now());
  }
}

/** A signal that aborts with ENGINE_TIMEOUT after a time, or earlier with another one. */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout;

  /** @param inMs - from now */
  constructor(inMs: number, signal: AbortSignal) {
    const late = new AbortController();
    this.timer = setTimeout(
      () => late.abort(new AppError('ENGINE_TIMEOUT')),
      Math.min(LONGEST_TIMER_MS, Math.max(0, inMs)),
    );
    this.signal = AbortSignal.any([signal, late.signal]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
  }
}
