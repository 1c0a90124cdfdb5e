import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import { onAbort } from './disconnect.js';

/** Keys by which open uses are counted, and the limit of each. */
export type Bounds = readonly (readonly [key: string, limit: number])[];

/** Limits what callers keep open on this gateway. */
export class OpenCounts {
  private readonly counts = new Map<string, number>();

  /**
   * @param what - the name of what is limited, in the plural, for users
   * @param retryAfterSeconds - a guess, because the next end is unknown
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
