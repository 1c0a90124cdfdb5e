import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import { onAbort } from './disconnect.js';

/** What something open is counted by, and how many of it may be open at once. */
export type Bounds = readonly (readonly [key: string, limit: number])[];

/** Bounds what callers hold open on this gateway at a time. */
export class OpenCounts {
  private readonly counts = new Map<string, number>();

  /**
   * @param what - is bounded, in the plural, for people
   * @param retryAfterSeconds - nobody knows when the next one ends: when to try again
   */
  constructor(
    private readonly clock: Clock,
    private readonly what: string,
    private readonly retryAfterSeconds: number,
  ) {}

  /**
   * Counts one more until `gone` aborts.
   *
   * @throws {AppError} CONCURRENCY_LIMIT
   */
  open(bounds: Bounds, gone: AbortSignal): void {
    for (const [key, limit] of bounds) {
      const used = this.counts.get(key) ?? 0;
      if (used >= limit) throw this.refused(limit, used);
    }
    for (const [key] of bounds) this.add(key, 1);
    onAbort(gone, () => {
      for (const [key] of bounds) this.add(key, -1);
    });
  }

  private add(key: string, change: number): void {
    const count = (this.counts.get(key) ?? 0) + change;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }

  private refused(limit: number, used: number): AppError {
    const { retryAfterSeconds } = this;
    return new AppError('CONCURRENCY_LIMIT', {
      message: `Only ${limit} ${this.what} can be open at once.`,
      limit,
      used,
      resetAt: new Date(this.clock.nowMs() + retryAfterSeconds * 1_000).toISOString(),
      retryAfterSeconds,
    });
  }
}
