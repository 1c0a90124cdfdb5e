import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';

/** Time limits of uploads. */
export interface UploadPace {
  /** Minimum average rate. */
  readonly minBytesPerSecond: number;
  /** A slow start within this time is allowed. */
  readonly graceMs: number;
  /** Time limit for form fields: all before the file, and all after it. */
  readonly fieldsMs: number;
  readonly checkEveryMs: number;
}

/**
 * 20 kB/s (security limits, class `request`), and a minute for fields: the time for the longest one, of 1 MB, at that
 * rate.
 */
export const DEFAULT_UPLOAD_PACE: UploadPace = {
  minBytesPerSecond: 20_000,
  graceMs: 10_000,
  fieldsMs: 60_000,
  checkEveryMs: 1_000,
};

/** Injection token of the {@link UploadPace}. */
export const UPLOAD_PACE = Symbol('upload pace');

/**
 * Ends an upload whose caller disconnects, sends too slowly, or exceeds a time limit.
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
    // It may end while nothing waits for it.
    this.ended.catch(() => undefined);
    request.raw.once('close', this.onClose);
    drainOver.addEventListener('abort', this.onDrained);
  }

  /**
   * From now on only fields may follow. Data that the parser skips, before the first part and after the last one,
   * or in a too long field, has no end of its own.
   */
  limitFields(): void {
    const endsAt = performance.now() + this.pace.fieldsMs;
    this.isOverdue = () => performance.now() > endsAt;
  }

  /** From now on the file follows. @param isOverdue - whether it must have ended */
  limitFile(isOverdue: () => boolean): void {
    this.isOverdue = isOverdue;
  }

  /** Ends the upload for a reason that was found elsewhere. */
  end(reason: AppError): void {
    this.controller.abort(reason);
  }

  /**
   * Waits for a step of the upload, at most until the upload is ended.
   *
   * @throws {AppError} the reason for ending it; else the error of the step
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
    // The signal outlives every upload, and its listeners would keep all of them in memory.
    this.drainOver.removeEventListener('abort', this.onDrained);
  }

  private readonly onDrained = (): void => this.end(new AppError('UNAVAILABLE'));

  private readonly onClose = (): void => {
    if (!this.request.raw.complete) {
      this.end(new AppError('INVALID_REQUEST', { fields: { body: 'the upload was interrupted' } }));
    }
  };

  private check(): void {
    // If everything has arrived, a delay is our own fault.
    if (this.request.raw.complete) return;
    const elapsedMs = performance.now() - this.startedAt;
    const bytes = this.request.raw.socket.bytesRead - this.bytesBefore;
    const { graceMs, minBytesPerSecond } = this.pace;
    const tooSlow = elapsedMs > graceMs && bytes < (minBytesPerSecond * elapsedMs) / 1000;
    if (tooSlow || this.isOverdue()) this.end(new AppError('UPLOAD_TIMEOUT'));
  }
}
