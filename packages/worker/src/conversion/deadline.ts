import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';

/** Longest delay of a timer in Node, about 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A signal that aborts with ENGINE_TIMEOUT at an instant, or earlier with another one. */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout;

  /** @param atMs - Unix milliseconds */
  constructor(clock: Clock, atMs: number, signal: AbortSignal) {
    const late = new AbortController();
    const inMs = Math.min(LONGEST_TIMER_MS, Math.max(0, atMs - clock.nowMs()));
    this.timer = setTimeout(() => late.abort(new AppError('ENGINE_TIMEOUT')), inMs);
    this.signal = AbortSignal.any([signal, late.signal]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
  }
}
