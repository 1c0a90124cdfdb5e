import { AppError } from '@filemill/errors';
import { maxFileSizeBytes } from '@filemill/plans';
import { type Clock, currentRequestId, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { UPLOAD_DEADLINE_MS } from '@filemill/product';
import { UNFINISHED_WITHOUT_PENALTY } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Announcer } from '../conversions/announcer.js';
import type { Conversion } from '../conversions/conversion.entity.js';
import { ConversionsRepository } from '../conversions/conversions.repository.js';
import type { AcceptConversionRequest } from '../conversions/dto.js';
import { type KnownKey, KnownKeys } from '../conversions/known-keys.js';
import { LaneLoad } from '../lanes/lane-load.js';
import { LaneQueues } from '../lanes/lane-queues.js';
import { UsageMetrics } from '../metrics.js';
import { PlansService } from '../plans/plans.service.js';
import { Admissions } from './admissions.js';

/** What acceptance of an uploaded file returns: its row, or the known key with the row of an earlier request. */
type AcceptResult = { readonly row: Conversion } | { readonly known: KnownKey };

/** The gateway's clock decides when files are erased: it may not be further ahead than clocks that agree. */
const MAX_AHEAD_MS = 5_000;

/** Accepts uploaded files: checks them, has them admitted to the ledger, and queues the job after the commit. */
@Injectable()
export class AcceptanceService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly admissions: Admissions,
    private readonly knownKeys: KnownKeys,
    private readonly plans: PlansService,
    private readonly queues: LaneQueues,
    private readonly load: LaneLoad,
    private readonly announcer: Announcer,
    private readonly metrics: UsageMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /**
   * @returns the row, possibly of an earlier call with the same id; or the known key
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT, FILE_TOO_LARGE, UPLOAD_TIMEOUT, OVERLOADED, UNAVAILABLE;
   * UNAUTHENTICATED for a user who was deleted meanwhile
   */
  async accept(request: AcceptConversionRequest): Promise<AcceptResult> {
    let result: AcceptResult;
    try {
      result = { row: await this.acceptNew(request) };
      const { category, plan } = result.row;
      this.metrics.reservations.inc({ kind: category, plan });
      this.announcer.changed(result.row);
    } catch (error) {
      result = await this.earlier(request, error);
    }
    // Also for the row of an earlier call, which may have died before this step.
    if ('row' in result && result.row.status === 'pending') await this.enqueue(result.row);
    return result;
  }

  private async acceptNew(request: AcceptConversionRequest): Promise<Conversion> {
    const { owner, category, lane, startedAtMs, inputs } = request;
    const nowMs = this.clock.nowMs();
    const plan = this.plans.plan(owner.plan);
    if (nowMs > startedAtMs + UPLOAD_DEADLINE_MS) throw new AppError('UPLOAD_TIMEOUT');
    if (startedAtMs > nowMs + MAX_AHEAD_MS)
      throw new AppError('UNAVAILABLE', {}, { cause: new Error('the clock of the gateway is ahead') });
    if (inputs.length > plan.filesAtOnce)
      throw new AppError('INVALID_REQUEST', { fields: { file: `at most ${plan.filesAtOnce} files` } });
    const sizeBytes = totalBytesOf(request);
    const limitBytes = maxFileSizeBytes(plan)[category];
    if (sizeBytes > limitBytes) throw new AppError('FILE_TOO_LARGE', { sizeBytes, limitBytes });
    const laneSecond = await this.queues.laneSecond(lane, nowMs);
    if (owner.plan === 'guest') await this.load.assertRoomForGuests(lane);
    const admission = { request, requestId: currentRequestId(), nowMs, laneSecond };
    const { row, unfinishedBefore } = await this.admissions.admit(admission);
    if (unfinishedBefore === UNFINISHED_WITHOUT_PENALTY && row.ownerKind === 'user')
      await this.moveEarlierJobsBack(row);
    return row;
  }

  /**
   * Once an account sends more than goes without a penalty, its first jobs lose their early places too. Otherwise many
   * such accounts at once would fill the lane with their first jobs alone.
   */
  private async moveEarlierJobsBack(latest: Conversion): Promise<void> {
    try {
      const moved = await this.conversions.moveBack(latest);
      for (const { id } of moved) await this.queues.changePriority(latest.lane, id, latest.priority);
    } catch (err) {
      // The jobs keep better places than they should.
      this.logger.warn({ err, conversionId: latest.id }, 'early places are kept');
    }
  }

  /**
   * A refusal is ignored if an earlier call has accepted the same upload (its answer was lost), or another upload
   * under the same key.
   *
   * @throws the refusal, if there was no such call
   */
  private async earlier({ conversionId, owner, idempotency }: AcceptConversionRequest, error: unknown) {
    const { code } = AppError.from(error);
    if (code === 'UNAVAILABLE' || code === 'INTERNAL') throw error;
    const row = await this.conversions.find(conversionId, owner);
    if (row) return { row };
    const known = await this.knownKeys.find(owner, idempotency?.key);
    if (known) return { known };
    throw error;
  }

  private async enqueue(row: Conversion): Promise<void> {
    try {
      await this.queues.add(row);
    } catch (err) {
      // The conversion is accepted: the sweep queues it within 40 s.
      this.logger.error({ err, conversionId: row.id }, 'accepted but not queued');
    }
  }
}

/** Bytes of all files. */
const totalBytesOf = ({ inputs, originalSizeBytes }: AcceptConversionRequest): number =>
  inputs.length === 0 ? originalSizeBytes : inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
