import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { LAST_PRIORITY } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Announcer } from '../conversions/announcer.js';
import { type Conversion, type Ending, isFinal } from '../conversions/conversion.entity.js';
import { toMessage } from '../conversions/conversion-message.js';
import { ConversionsRepository } from '../conversions/conversions.repository.js';
import type { ClaimAttemptRequest } from '../conversions/dto.js';
import { Endings } from '../endings/endings.js';
import type { EndingGuard } from '../endings/endings.repository.js';
import { LaneQueues } from '../lanes/lane-queues.js';
import { type PostponeReason, UsageMetrics } from '../metrics.js';
import { AttemptsRepository, type Claim, type ClaimCandidate, MAX_TRIES } from './attempts.repository.js';

/** A job whose place has changed is postponed for this long, and returns at its new place. */
const MOVED_MS = 1_000;
/** Pause of a job that waits for another one of its owner; a random half is subtracted, to spread the calls. */
const TURN_MS = 15_000;

const TIMEOUT: Ending = { status: 'failed', code: 'ENGINE_TIMEOUT' };
const ATTEMPTS_LOST: Ending = { status: 'failed', code: 'ENGINE_FAILED' };

/** Decides which worker gets a conversion, and when. A postponed claim writes nothing. */
@Injectable()
export class ClaimsService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly conversions: ConversionsRepository,
    private readonly endings: Endings,
    private readonly queues: LaneQueues,
    private readonly announcer: Announcer,
    private readonly metrics: UsageMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** @throws {AppError} NOT_FOUND */
  async claim({
    conversionId,
    worker,
    claimToken,
  }: ClaimAttemptRequest): Promise<usage.ClaimAttemptResponse> {
    const claim: Claim = { id: conversionId, token: claimToken, nowMs: this.clock.nowMs() };
    const granted = await this.attempts.grantWaiting(claim);
    if (granted) return this.begin(granted, worker, claim.nowMs);
    const renewed = await this.attempts.renewClaimed(claim);
    if (renewed) return grantOf(renewed, claim.nowMs);
    return this.decide(claim, worker, await this.find(claim));
  }

  private async decide(
    claim: Claim,
    worker: string,
    candidate: ClaimCandidate,
  ): Promise<usage.ClaimAttemptResponse> {
    const { row, leaseLeftMs, subjectsOverLimit } = candidate;
    if (isFinal(row)) return refusalOf(row);
    if (row.deadlineAt.getTime() <= claim.nowMs) return this.end(claim, TIMEOUT, { overdue: true });
    if (leaseLeftMs > 0) return this.postpone(row, 'attempt_alive', leaseLeftMs);
    if (row.status === 'converting' && row.tries >= MAX_TRIES) {
      this.logger.warn({ conversionId: row.id, tries: row.tries }, 'attempts used up');
      // Guarded, because a conversion that was just returned has a try left, and an extended attempt is alive.
      return this.end(claim, ATTEMPTS_LOST, { attempt: row.attempt, unleased: true });
    }
    if (subjectsOverLimit.length > 0 && row.priority < LAST_PRIORITY) return this.moveToEnd(row);
    const granted = await this.attempts.grantCandidate(claim, candidate);
    if (granted) return this.begin(granted, worker, claim.nowMs);
    if (subjectsOverLimit.length > 0)
      return this.postpone(row, 'owner_at_work', TURN_MS * (0.5 + Math.random() / 2));
    // Another claim was faster, or the token belongs to an attempt that has ended: the worker tries again.
    return refusalOf((await this.find(claim)).row);
  }

  private begin(row: Conversion, worker: string, nowMs: number): usage.ClaimAttemptResponse {
    this.logger.info({ conversionId: row.id, worker, attempt: row.attempt }, 'attempt claimed');
    if (row.attempt === 1) this.metrics.recordStart(row, nowMs);
    else this.announcer.attemptStopped(row.id);
    this.announcer.changed(row);
    return grantOf(row, nowMs);
  }

  private async end(
    claim: Claim,
    ending: Ending,
    guard: Partial<EndingGuard>,
  ): Promise<usage.ClaimAttemptResponse> {
    const ended = await this.endings.end(claim.id, ending, { nowMs: claim.nowMs, ...guard });
    return refusalOf(ended ?? (await this.find(claim)).row);
  }

  /** The queue before the row: if Redis refuses the change, the next claim tries again. */
  private async moveToEnd(row: Conversion): Promise<usage.ClaimAttemptResponse> {
    try {
      await this.queues.changePriority(row.lane, row.id, LAST_PRIORITY);
      await this.conversions.setPriority(row.id, LAST_PRIORITY);
    } catch (err) {
      this.logger.warn({ err, conversionId: row.id }, 'an early place is kept');
    }
    return this.postpone(row, 'moved_to_end', MOVED_MS);
  }

  private postpone(row: Conversion, reason: PostponeReason, retryInMs: number): usage.ClaimAttemptResponse {
    this.metrics.claimsPostponed.inc({ lane: row.lane, reason });
    return { ...refusalOf(row), retryInMs: Math.ceil(retryInMs) };
  }

  private async find({ id, nowMs }: Claim): Promise<ClaimCandidate> {
    const found = await this.attempts.findCandidate(id, nowMs);
    if (!found) throw new AppError('NOT_FOUND', { what: 'The conversion' });
    return found;
  }
}

const grantOf = (row: Conversion, nowMs: number): usage.ClaimAttemptResponse => ({
  granted: true,
  attempt: row.attempt,
  conversion: toMessage(row),
  remainingMs: Math.max(0, row.deadlineAt.getTime() - nowMs),
});

const refusalOf = (row: Conversion): usage.ClaimAttemptResponse => ({
  granted: false,
  attempt: 0,
  conversion: toMessage(row),
});
