import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { onAbort } from '../http/gone.js';
import { type HttpMetrics, METRICS } from '../http/metrics.js';
import type { StreamBounds, StreamKind } from './stream-bounds.js';

const RETRY_AFTER_SECONDS = 30;

/** Bounds the event streams that callers hold open on this gateway. */
@Injectable()
export class OpenStreams {
  private readonly clock: Clock;
  private readonly counts = new Map<string, number>();

  constructor(
    @Inject(METRICS) private readonly metrics: HttpMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * Counts one stream until `gone` aborts.
   *
   * @param kind - what it tells of
   * @throws {AppError} CONCURRENCY_LIMIT
   */
  open(kind: StreamKind, bounds: StreamBounds, gone: AbortSignal): void {
    for (const [key, limit] of bounds) {
      const used = this.counts.get(key) ?? 0;
      if (used >= limit) throw this.refused(limit, used);
    }
    for (const [key] of bounds) this.add(key, 1);
    this.metrics.openEventStreams.inc({ kind });
    onAbort(gone, () => {
      this.metrics.openEventStreams.dec({ kind });
      for (const [key] of bounds) this.add(key, -1);
    });
  }

  private add(key: string, change: number): void {
    const count = (this.counts.get(key) ?? 0) + change;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }

  /** Nobody knows when a stream ends: the instant is that at which to try again. */
  private refused(limit: number, used: number): AppError {
    return new AppError('CONCURRENCY_LIMIT', {
      message: `Only ${limit} event streams can be open at once.`,
      limit,
      used,
      resetAt: new Date(this.clock.nowMs() + RETRY_AFTER_SECONDS * 1_000).toISOString(),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
