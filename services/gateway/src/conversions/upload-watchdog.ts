import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';

/** Least average rate of an upload: 20 kB/s (security limits, class `request`). */
const MIN_BYTES_PER_SECOND = 20_000;
/** A slow start within this time is no slow upload. */
const RATE_GRACE_MS = 10_000;
const CHECK_EVERY_MS = 1_000;

/**
 * Ends an upload whose caller leaves, sends too slowly, or takes longer than it may.
 *
 * `signal` aborts with the AppError that says why.
 */
export class UploadWatchdog {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly startedAt = performance.now();
  private readonly bytesBefore: number;
  private readonly timer: NodeJS.Timeout;
  private isOverdue: () => boolean = () => false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly drainOver: AbortSignal,
  ) {
    this.bytesBefore = request.raw.socket.bytesRead;
    this.timer = setInterval(() => this.check(), CHECK_EVERY_MS);
    request.raw.once('close', this.onClose);
    drainOver.addEventListener('abort', this.onDrained);
  }

  /** Sets the moment by which the upload must have ended. */
  limit(isOverdue: () => boolean): void {
    this.isOverdue = isOverdue;
  }

  /** Ends the upload for a reason that something else found. */
  end(reason: AppError): void {
    this.controller.abort(reason);
  }

  stop(): void {
    clearInterval(this.timer);
    this.request.raw.off('close', this.onClose);
    // It outlives every upload, and would keep all of them in memory.
    this.drainOver.removeEventListener('abort', this.onDrained);
  }

  private readonly onDrained = (): void => this.end(new AppError('UNAVAILABLE'));

  private readonly onClose = (): void => {
    if (!this.request.raw.complete) {
      this.end(new AppError('INVALID_REQUEST', { fields: { body: 'the upload was interrupted' } }));
    }
  };

  private check(): void {
    // What has all arrived is late through our own fault only.
    if (this.request.raw.complete) return;
    const elapsedMs = performance.now() - this.startedAt;
    const bytes = this.request.raw.socket.bytesRead - this.bytesBefore;
    const tooSlow = elapsedMs > RATE_GRACE_MS && bytes < (MIN_BYTES_PER_SECOND * elapsedMs) / 1000;
    if (tooSlow || this.isOverdue()) this.end(new AppError('UPLOAD_TIMEOUT'));
  }
}
