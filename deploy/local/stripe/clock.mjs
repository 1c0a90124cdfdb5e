import { readFileSync } from 'node:fs';

/**
 * Stripe's time, in whole seconds. It is the machine's, moved by the milliseconds in a file that the whole stack
 * follows, and by what a test has moved this clock alone.
 */
export class StripeClock {
  /** Set while what was due earlier is made up for: it happens at its own time. */
  #pinnedS;

  constructor({ offsetFile, nowMs = Date.now, shiftS = 0 }) {
    this.offsetFile = offsetFile;
    this.machineMs = nowMs;
    this.shiftS = shiftS;
  }

  /** What the receiver of a webhook thinks it is; a shift of this clock alone does not make a signature old. */
  stackS() {
    return Math.floor((this.machineMs() + readOffsetMs(this.offsetFile)) / 1000);
  }

  nowS() {
    return this.#pinnedS ?? this.stackS() + this.shiftS;
  }

  /** Runs something at another time of this clock. */
  at(instantS, work) {
    this.#pinnedS = instantS;
    try {
      return work();
    } finally {
      this.#pinnedS = undefined;
    }
  }
}

function readOffsetMs(file) {
  if (!file) return 0;
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}
