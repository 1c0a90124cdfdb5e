import type { usage } from '@filemill/contracts';
import { AppError, CODES } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { UsageMetrics } from '../metrics.js';
import { Announcer } from './announcer.js';
import { type Conversion, isFinal } from './conversion.entity.js';
import { toMessage } from './conversion.view.js';
import { ConversionsRepository } from './conversions.repository.js';
import type { Attempt, ClaimAttempt, SettleAttempt } from './dto.js';
import type { Ending } from './endings.repository.js';
import { Endings } from './endings.service.js';

/** What workers do with conversions: claim an attempt, ask after it, settle it or hand it back. */
@Injectable()
export class AttemptsService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly endings: Endings,
    private readonly announcer: Announcer,
    private readonly metrics: UsageMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** @throws {AppError} NOT_FOUND */
  async claim({ conversionId, worker, claimToken }: ClaimAttempt): Promise<usage.ClaimAttemptResponse> {
    const nowMs = this.clock.nowMs();
    const row = await this.conversions.claim(conversionId, claimToken, nowMs);
    if (!row) {
      const mine = await this.conversions.findClaimed(conversionId, claimToken, nowMs);
      if (mine) return { granted: true, attempt: mine.attempt, conversion: toMessage(mine) };
      return { granted: false, attempt: 0, conversion: toMessage(await this.giveUp(conversionId, nowMs)) };
    }
    this.logger.info({ conversionId, worker, attempt: row.attempt }, 'attempt claimed');
    if (row.attempt === 1) this.metrics.begun(row, nowMs);
    this.announcer.changed(row);
    return { granted: true, attempt: row.attempt, conversion: toMessage(row) };
  }

  isCurrent({ conversionId, attempt }: Attempt): Promise<boolean> {
    return this.conversions.isCurrent(conversionId, attempt, this.clock.nowMs());
  }

  /** @throws {AppError} NOT_FOUND */
  async settle(request: SettleAttempt): Promise<usage.SettleAttemptResponse> {
    const { conversionId, attempt } = request;
    const nowMs = this.clock.nowMs();
    const ending = endingOf(request);
    if (ending.status !== 'completed' && CODES[ending.code].retry) {
      const pending = await this.conversions.forgive(conversionId, attempt, nowMs);
      if (pending) {
        this.announcer.changed(pending);
        return { settled: false, conversion: toMessage(pending) };
      }
    }
    // What was made after the deadline is never handed out: the files have ten minutes left.
    const row =
      (await this.endings.end(conversionId, ending, { nowMs, attempt, overdue: false })) ??
      (await this.endings.end(conversionId, TIMEOUT, { nowMs, attempt, overdue: true }));
    if (row) return { settled: true, conversion: toMessage(row) };
    const found = await this.find(conversionId);
    return { settled: isRepeated(found, attempt, ending), conversion: toMessage(found) };
  }

  async handBack({ conversionId, attempt }: Attempt): Promise<void> {
    const row = await this.conversions.handBack(conversionId, attempt, this.clock.nowMs());
    if (row) this.announcer.changed(row);
  }

  /** The row of a claim that cannot be granted, made final if that is not so yet. */
  private async giveUp(id: string, nowMs: number): Promise<Conversion> {
    const row = await this.find(id);
    if (isFinal(row)) return row;
    const overdue = row.deadlineAt.getTime() <= nowMs;
    // Guarded by the attempt: one that has just been handed back has left a try for the next claim.
    const ended = overdue
      ? await this.endings.end(id, TIMEOUT, { nowMs, overdue })
      : await this.endings.end(id, ATTEMPTS_LOST, { nowMs, attempt: row.attempt });
    if (ended && !overdue) this.logger.warn({ conversionId: id, tries: row.tries }, 'attempts used up');
    return ended ?? this.find(id);
  }

  private async find(id: string): Promise<Conversion> {
    const row = await this.conversions.find(id);
    if (!row) throw new AppError('NOT_FOUND', { what: 'The conversion' });
    return row;
  }
}

const TIMEOUT: Ending = { status: 'failed', code: 'ENGINE_TIMEOUT' };
const ATTEMPTS_LOST: Ending = { status: 'failed', code: 'ENGINE_FAILED' };

function endingOf({ completed, failed }: SettleAttempt): Ending {
  if (completed) return { status: 'completed', ...completed };
  if (!failed) throw new TypeError('an outcome without content passed the schema');
  return {
    status: 'failed',
    code: failed.code,
    params: failed.paramsJson,
    processingMs: failed.processingMs,
  };
}

/** Whether an equal call has ended the conversion before. */
const isRepeated = (row: Conversion, attempt: number, ending: Ending): boolean =>
  row.attempt === attempt &&
  row.status === ending.status &&
  (ending.status === 'completed' ? row.outputKey === ending.outputKey : row.errorCode === ending.code);
