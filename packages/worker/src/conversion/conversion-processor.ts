import { AppError } from '@filemill/errors';
import { continueTrace, inSpan, type Logger, runInContext } from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { conversionJobSchema } from '@filemill/queue';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Attempts, Verdict } from './attempts.js';
import { AttemptReturned } from './interruptions.js';
import { retryDelayMs } from './ledger.js';
import type { WorkerMetrics } from './metrics.js';

/**
 * Runs the jobs of every lane. The ledger decides how often a conversion is tried; here a job either ends or is delayed
 * and runs again.
 */
export class ConversionProcessor {
  private readonly draining = new AbortController();

  constructor(
    private readonly attempts: Attempts,
    private readonly metrics: WorkerMetrics,
    private readonly logger: Logger,
  ) {}

  /** Stops running attempts; they return to the queue uncounted. */
  drain(): void {
    this.draining.abort(new AttemptReturned('the worker is stopping'));
  }

  /** @throws {DelayedError} once the job has been delayed; UnrecoverableError for an invalid payload */
  async process(lane: Lane, job: Job, token: string | undefined): Promise<void> {
    const payload = conversionJobSchema.safeParse(job.data);
    if (!payload.success) throw new UnrecoverableError('the payload is not one of ours');
    const { conversionId, requestId, traceparent } = payload.data;
    const attempt = (): Promise<Verdict> => this.metrics.busy(lane, () => this.run(conversionId));
    const verdict = await runInContext({ requestId }, () =>
      continueTrace(traceparent, () => inSpan('convert', { lane, conversionId }, attempt, 'consumer')),
    );
    if (verdict === 'done') return;
    const delayMs = verdict === 'again' ? retryDelayMs(job.attemptsStarted) : verdict.againInMs;
    // BullMQ's clock is the system's, whatever the business clock says.
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  }

  queueFailed(lane: Lane, error: Error): void {
    this.metrics.queueFailed(lane);
    this.logger.warn({ err: error, lane }, 'queue');
  }

  private async run(conversionId: string): Promise<Verdict> {
    try {
      return await this.attempts.run(conversionId, this.draining.signal);
    } catch (error) {
      const { code } = AppError.from(error);
      this.logger.warn({ err: error, code, conversionId }, 'could not finish; the job runs again');
      return 'again';
    }
  }
}
