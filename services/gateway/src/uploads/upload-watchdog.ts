import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';

/** How long uploads may take. */
export interface UploadPace {
  /** Least average rate. */
  readonly minBytesPerSecond: number;
  /** A slow start within this time is no slow upload. */
  readonly graceMs: number;
  /** Longest time for what is no file: all that comes before it, and all that comes after it. */
  readonly fieldsMs: number;
  readonly checkEveryMs: number;
}

/**
 * 20 kB/s (security limits, class `request`), and a minute for fields: as long as the longest one, of 1 MB, takes at that
 * rate.
 */
export const UPLOAD_PACE: UploadPace = {
  minBytesPerSecond: 20_000,
  graceMs: 10_000,
  fieldsMs: 60_000,
  checkEveryMs: 1_000,
};

/** Injection token of the {@link UploadPace}. */
export const PACE = Symbol('upload pace');

/**
 * Ends an upload whose caller leaves, sends too slowly, or takes longer than it may.
 *
 * `signal` aborts with the AppError that says why.
 */
export class UploadWatchdog implements Disposable {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly ended = new Promise<never>((_resolve, reject) => {
    this.signal.addEventListener('abort', () => reject(this.signal.reason as AppError));
  });
  private readonly startedAt = performance.now();
  private readonly bytesBefore: number;
  private readonly timer: NodeJS.Timeout;
  private isOverdue: () => boolean = () => false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly drainOver: AbortSignal,
    private readonly pace: UploadPace,
  ) {
    this.bytesBefore = request.raw.socket.bytesRead;
    this.timer = setInterval(() => this.check(), pace.checkEveryMs);
    this.limitFields();
    // It may end while no step is waited for.
    this.ended.catch(() => undefined);
    request.raw.once('close', this.onClose);
    drainOver.addEventListener('abort', this.onDrained);
  }

  /**
   * From now on nothing but fields may come: what the parser passes over, before the first part and after the last one,
   * or in a field that is too long, has no end of its own.
   */
  limitFields(): void {
    const endsAt = performance.now() + this.pace.fieldsMs;
    this.isOverdue = () => performance.now() > endsAt;
  }

  /** From now on the file comes. @param isOverdue - whether it must have ended */
  limitFile(isOverdue: () => boolean): void {
    this.isOverdue = isOverdue;
  }

  /** Ends the upload for a reason that something else found. */
  end(reason: AppError): void {
    this.controller.abort(reason);
  }

  /**
   * Waits for a step of the upload, until the upload is ended at the latest.
   *
   * @throws {AppError} why it was ended; else what the step throws
   */
  async guard<T>(step: Promise<T>): Promise<T> {
    try {
      return await Promise.race([step, this.ended]);
    } catch (error) {
      throw this.signal.aborted ? this.signal.reason : error;
    }
  }

  [Symbol.dispose](): void {
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
    const { graceMs, minBytesPerSecond } = this.pace;
    const tooSlow = elapsedMs > graceMs && bytes < (minBytesPerSecond * elapsedMs) / 1000;
    if (tooSlow || this.isOverdue()) this.end(new AppError('UPLOAD_TIMEOUT'));
  }
}
