import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { onAbort } from '../http/disconnect.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import { type Bounds, OpenCounts } from '../http/open-counts.js';
import type { StreamKind } from './stream-bounds.js';

const RETRY_AFTER_SECONDS = 30;

/** Limits the event streams that callers keep open on this gateway. */
@Injectable()
export class OpenStreams {
  private readonly counts: OpenCounts;

  constructor(
    @Inject(HTTP_METRICS) private readonly metrics: HttpMetrics,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.counts = new OpenCounts(clock, 'event streams', RETRY_AFTER_SECONDS);
  }

  /**
   * Counts one stream until `gone` aborts.
   *
   * @param kind - content of the stream
   * @throws {AppError} CONCURRENCY_LIMIT
   */
  open(kind: StreamKind, bounds: Bounds, gone: AbortSignal): void {
    this.counts.open(bounds, gone);
    this.metrics.openEventStreams.inc({ kind });
    onAbort(gone, () => this.metrics.openEventStreams.dec({ kind }));
  }
}
