import { randomUUID } from 'node:crypto';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import { hasEnded } from '@filemill/product';
import type { ObjectStore } from '@filemill/storage';
import type { Redis } from 'ioredis';
import { AttemptWatch, type StoppedAttempts } from './attempt-watch.js';
import { type ConvertedFile, convert } from './convert.js';
import type { ConvertContext } from './convert-context.js';
import { AttemptLost, AttemptReturned, Deadline, isOutOfDescriptors, TimeLeft } from './interruptions.js';
import { callUntilAnswered, type Ledger } from './ledger.js';
import { Progress } from './progress.js';
import { eraseLeftovers, eraseObjects, inputKeys, outputKey, storeOutput } from './transfer.js';
import { Leftovers, Workspace } from './workspace.js';

/** Everything an attempt needs of its process. */
interface AttemptContext extends ConvertContext {
  readonly workerId: string;
  /** Workspaces are made below it. */
  readonly workFolder: string;
  readonly ledger: Ledger;
  readonly store: ObjectStore;
  /** For progress; another connection than the one of `stopped`. */
  readonly redis: Redis;
  readonly stopped: StoppedAttempts;
  readonly logger: Logger;
}

/** `done`: the job is finished. `again`: the same job must run once more; `againInMs`: after this delay. */
export type Verdict = 'done' | 'again' | { readonly againInMs: number };

/** An attempt that the ledger has granted. */
interface Granted {
  readonly row: usage.Conversion;
  readonly attempt: number;
  readonly timeLeft: TimeLeft;
}

/** How an attempt ended: the claim was lost, it was given back, or its result is to be settled. */
type AttemptOutcome =
  | 'lost'
  | 'returned'
  | { completed: usage.SettleAttemptRequest_Completed }
  | { failed: usage.SettleAttemptRequest_Failed };

/** No output is stored later than a minute after the deadline of its conversion: S + 51 min. */
const STORE_UNTIL_AFTER_DEADLINE_MS = 60_000;

/** One try at one conversion, from the claim to the settled row. Every step may happen twice without harm. */
export class Attempts {
  private readonly leftovers: Leftovers;

  constructor(private readonly context: AttemptContext) {
    this.leftovers = new Leftovers(context.logger);
  }

  /**
   * @param draining - aborts with {@link AttemptReturned} when the process must end
   * @throws {AppError} UNAVAILABLE and the like, once the process must end or a call stays without an answer
   */
  async run(conversionId: string, draining: AbortSignal): Promise<Verdict> {
    const { ledger, stopped, clock, logger, workerId, store } = this.context;
    using watch = new AttemptWatch(conversionId, ledger, stopped, logger);
    try {
      // One claim until it is answered: whether a call without an answer was granted is not known.
      const claim = { conversionId, worker: workerId, claimToken: randomUUID() };
      const answer = await callUntilAnswered(() => ledger.claimAttempt(claim), draining);
      const { granted, attempt, conversion, remainingMs, retryInMs } = answer;
      if (!conversion) throw new AppError('INTERNAL', {}, { cause: new Error('a claim without a row') });
      if (!granted) {
        if (retryInMs !== undefined) return { againInMs: retryInMs };
        if (!hasEnded(conversion.status)) return 'again';
        await eraseLeftovers(store, conversion);
        return 'done';
      }
      watch.claimed(attempt);
      // A usage service of an older release returns only an instant.
      const timeLeft = new TimeLeft(remainingMs ?? conversion.deadlineMs - clock.nowMs());
      const grantedAttempt = { row: conversion, attempt, timeLeft };
      return await this.attempt(grantedAttempt, AbortSignal.any([watch.signal, draining]), draining);
    } catch (error) {
      // The row was deleted: nobody waits for the result.
      if (error instanceof AppError && error.code === 'NOT_FOUND') return 'done';
      throw error;
    }
  }

  private async attempt(granted: Granted, signal: AbortSignal, draining: AbortSignal): Promise<Verdict> {
    const { row, attempt } = granted;
    const progress = new Progress(this.context.redis, this.context.logger, row.id);
    const workspace = new Workspace(this.context.workFolder);
    try {
      const outcome = await this.runToOutcome(granted, workspace, signal, progress);
      // The caller of the conversion need not wait for the workspace to be removed.
      const [reported] = await Promise.allSettled([
        this.report(outcome, row, attempt, progress, draining),
        workspace.removeKnown() || this.leftovers.remove(workspace.root),
      ]);
      if (reported.status === 'rejected') throw reported.reason;
      return reported.value;
    } finally {
      progress.close();
    }
  }

  /** Reports to the ledger how an attempt ended. */
  private async report(
    outcome: AttemptOutcome,
    row: usage.Conversion,
    attempt: number,
    progress: Progress,
    draining: AbortSignal,
  ): Promise<Verdict> {
    if (outcome === 'lost') {
      await this.eraseOutput(row, attempt);
      // If the conversion has ended, the next claim is refused and erases the input. If another worker has it, so is
      // the job's lock, and the queue does not let this worker delay the job.
      return 'again';
    }
    if (outcome === 'returned') {
      await this.returnAttempt(row, attempt, draining);
      progress.finish('queued');
      return 'again';
    }
    const verdict = await this.settle({ conversionId: row.id, attempt, ...outcome }, row, draining);
    progress.finish(verdict === 'done' ? 'done' : 'queued');
    return verdict;
  }

  /** Converts and stores, and returns how the attempt ended. */
  private async runToOutcome(
    granted: Granted,
    workspace: Workspace,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<AttemptOutcome> {
    const { logger, metrics } = this.context;
    const { row, attempt } = granted;
    const ids = { conversionId: row.id, attempt };
    const startedAt = performance.now();
    const elapsedMs = (): number => Math.round(performance.now() - startedAt);
    try {
      const file = await this.convertAndStore(granted, workspace, signal, progress);
      metrics.ended(row, 'completed', elapsedMs());
      return { completed: completedBy(file, outputKey(row, attempt), elapsedMs()) };
    } catch (error) {
      if (error instanceof AttemptLost) {
        metrics.ended(row, 'lost', elapsedMs());
        logger.info(ids, 'attempt lost');
        return 'lost';
      }
      if (error instanceof AttemptReturned || isOutOfDescriptors(error)) {
        metrics.ended(row, 'returned', elapsedMs());
        logger.warn({ ...ids, err: error }, 'attempt returned');
        return 'returned';
      }
      metrics.ended(row, 'failed', elapsedMs());
      logger.warn({ ...ids, err: error }, 'conversion failed');
      const { code, params } = toFailure(error);
      return { failed: { code, params, processingMs: elapsedMs() } };
    }
  }

  private async convertAndStore(
    { row, attempt, timeLeft }: Granted,
    workspace: Workspace,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<ConvertedFile> {
    const { store, metrics } = this.context;
    workspace.make();
    progress.enter('converting');
    const report = (fraction: number): void => progress.report(fraction);
    const file = await convert(row, timeLeft, workspace, this.context, signal, report);
    progress.enter('storing');
    using limit = new Deadline(timeLeft.ms + STORE_UNTIL_AFTER_DEADLINE_MS, signal);
    await metrics.stage('store', () =>
      storeOutput(store, outputKey(row, attempt), file.path, file.sizeBytes, limit.signal),
    );
    return file;
  }

  /** Reports the outcome to the ledger, and erases the files that its answer makes obsolete. */
  private async settle(
    request: usage.SettleAttemptRequest,
    row: usage.Conversion,
    draining: AbortSignal,
  ): Promise<Verdict> {
    const { ledger, store, metrics } = this.context;
    const settling = metrics.stage('settle', () =>
      callUntilAnswered(() => ledger.settleAttempt(request), draining),
    );
    const answer = await settling.catch(async (error: unknown) => {
      // Deleting a user deletes the rows too: no later call would name these objects.
      if (AppError.from(error).code === 'NOT_FOUND')
        await eraseObjects(store, row, [...inputKeys(row), outputKey(row, request.attempt)]);
      throw error;
    });
    const after = answer.conversion;
    if (!after) throw new AppError('INTERNAL', {}, { cause: new Error('a settlement without a row') });
    if (hasEnded(after.status)) {
      const own = outputKey(row, request.attempt);
      // Only an earlier attempt can have left more than these.
      if (request.attempt > 1) await eraseLeftovers(store, { ...row, outputKey: after.outputKey });
      else await eraseObjects(store, row, [...inputKeys(row), ...(after.outputKey === own ? [] : [own])]);
      return 'done';
    }
    if (after.attempt === request.attempt) return 'again';
    await this.eraseOutput(row, request.attempt);
    return 'done';
  }

  private async returnAttempt(row: usage.Conversion, attempt: number, draining: AbortSignal): Promise<void> {
    const request = { conversionId: row.id, attempt };
    await callUntilAnswered(() => this.context.ledger.returnAttempt(request), draining);
  }

  private eraseOutput(row: usage.Conversion, attempt: number): Promise<void> {
    return eraseObjects(this.context.store, row, [outputKey(row, attempt)]);
  }
}

const completedBy = (
  file: ConvertedFile,
  key: string,
  processingMs: number,
): usage.SettleAttemptRequest_Completed => ({
  outputKey: key,
  convertedSizeBytes: file.sizeBytes,
  outputExtension: file.extension,
  processingMs,
  losses: file.losses.map(({ code, params, message }) => ({ code, params, message })),
});

/** Callers see an internal error as ENGINE_FAILED, which is tried once more; the log has the cause. */
function toFailure(error: unknown): AppError {
  const failure = AppError.from(error);
  return failure.retry ? new AppError('ENGINE_FAILED', {}, { cause: error }) : failure;
}
