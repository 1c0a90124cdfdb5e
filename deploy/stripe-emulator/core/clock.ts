import { readFileSync } from 'node:fs';

/** What a clock follows. */
interface ClockOptions {
  /** A file with milliseconds, by which the clock of the whole stack is moved. */
  readonly offsetFile?: string;
  /** The machine's time in Unix milliseconds. */
  readonly nowMs?: () => number;
  /** Seconds by which this clock alone is moved. */
  readonly shiftS?: number;
}

/**
 * Stripe's time in whole seconds: the machine's time, moved with the whole stack, and moved again by tests of this
 * clock alone.
 */
export class StripeClock {
  shiftS: number;
  readonly #offsetFile: string | undefined;
  readonly #machineMs: () => number;
  /** Set while overdue work is done, each piece at its own time. */
  #pinnedS: number | undefined;

  constructor({ offsetFile, nowMs = Date.now, shiftS = 0 }: ClockOptions) {
    this.#offsetFile = offsetFile;
    this.#machineMs = nowMs;
    this.shiftS = shiftS;
  }

  /** The time of the receiver of a webhook: a shift of this clock alone does not make a signature old. */
  stackS(): number {
    return Math.floor((this.#machineMs() + readOffsetMs(this.#offsetFile)) / 1000);
  }

  nowS(): number {
    return this.#pinnedS ?? this.stackS() + this.shiftS;
  }

  /** Runs something at another time of this clock. */
  at(instantS: number, work: () => void): void {
    this.#pinnedS = instantS;
    try {
      work();
    } finally {
      this.#pinnedS = undefined;
    }
  }
}

function readOffsetMs(file: string | undefined): number {
  if (!file) return 0;
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
