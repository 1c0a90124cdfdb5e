import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { onAbort } from '../http/disconnect.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import { type Bounds, OpenCounts } from '../http/open-counts.js';
import type { Caller } from '../identity/caller.js';

/** Content of a stream: everything of a caller, one conversion, or that of a signed link. */
export type StreamKind = 'all' | 'one' | 'link';

/** Tabs of one account or guest, each of which needs one stream. The same number may follow one link. */
const MAX_TABS = 10;
/** As many conversions as can run at once on any plan by default, each followed separately. */
const MAX_FOLLOWED = 100;
/** Guests behind one address, because fingerprints can be invented. */
const MAX_PER_ADDRESS = 100;

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

/** Limits of the streams that report everything of a caller. */
export const callerStreamBounds = (caller: Caller): Bounds => boundsOf('all', caller, MAX_TABS);

/** Limits of a caller's streams of single conversions. */
export const conversionStreamBounds = (caller: Caller): Bounds => boundsOf('one', caller, MAX_FOLLOWED);

/** Limits of the streams of one signed link, for all its callers together. */
export const linkStreamBounds = (conversionId: string): Bounds => [[`link:${conversionId}`, MAX_TABS]];

const boundsOf = (kind: string, caller: Caller, limit: number): Bounds =>
  caller.kind === 'user'
    ? [[`${kind}:user:${caller.userId}`, limit]]
    : [
        [`${kind}:guest:${caller.fingerprint}`, limit],
        [`${kind}:address:${caller.address}`, MAX_PER_ADDRESS],
      ];
