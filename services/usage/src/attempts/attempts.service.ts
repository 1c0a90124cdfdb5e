import type { usage } from '@filemill/contracts';
import { CODES } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Announcer } from '../conversions/announcer.js';
import type { Conversion, Ending } from '../conversions/conversion.entity.js';
import { toMessage } from '../conversions/conversion-message.js';
import { ConversionsRepository } from '../conversions/conversions.repository.js';
import type { AttemptRequest, SettleAttemptRequest } from '../conversions/dto.js';
import { Endings } from '../endings/endings.js';
import { AttemptsRepository } from './attempts.repository.js';

/** What workers do with a granted attempt: extend, settle or return it. */
@Injectable()
export class AttemptsService {
  private readonly clock: Clock;

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly conversions: ConversionsRepository,
    private readonly endings: Endings,
    private readonly announcer: Announcer,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /** Whether an attempt may continue. This extends it. */
  isCurrent({ conversionId, attempt }: AttemptRequest): Promise<boolean> {
    return this.attempts.renew(conversionId, attempt, this.clock.nowMs());
  }

  /** @throws {AppError} NOT_FOUND */
  async settle(request: SettleAttemptRequest): Promise<usage.SettleAttemptResponse> {
    const { conversionId, attempt } = request;
    const nowMs = this.clock.nowMs();
    const ending = endingOf(request);
    if (ending.status !== 'completed' && CODES[ending.code].retry) {
      const pending = await this.attempts.allowRetry(conversionId, attempt, nowMs, ending.processingMs ?? 0);
      if (pending) {
        this.announcer.changed(pending);
        return { settled: false, conversion: toMessage(pending) };
      }
    }
    // An output after the deadline is never delivered: the files have ten minutes left.
    const row =
      (await this.endings.end(conversionId, ending, { nowMs, attempt, overdue: false })) ??
      (await this.endings.end(conversionId, TIMEOUT, { nowMs, attempt, overdue: true }));
    if (row) return { settled: true, conversion: toMessage(row) };
    const found = await this.conversions.get(conversionId);
    return { settled: isRepeated(found, attempt, ending), conversion: toMessage(found) };
  }

  async returnAttempt({ conversionId, attempt }: AttemptRequest): Promise<void> {
    const row = await this.attempts.returnAttempt(conversionId, attempt, this.clock.nowMs());
    if (row) this.announcer.changed(row);
  }
}

const TIMEOUT: Ending = { status: 'failed', code: 'ENGINE_TIMEOUT' };

function endingOf({ completed, failed }: SettleAttemptRequest): Ending {
  if (completed) return { status: 'completed', ...completed };
  if (!failed) throw new TypeError('an outcome without content passed the schema');
  return { status: 'failed', ...failed };
}

/** Whether an equal call has ended the conversion before. */
const isRepeated = (row: Conversion, attempt: number, ending: Ending): boolean =>
  row.attempt === attempt &&
  row.status === ending.status &&
  (ending.status === 'completed' ? row.outputKey === ending.outputKey : row.errorCode === ending.code);
