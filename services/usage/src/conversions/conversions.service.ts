import { LANE_OF } from '@filemill/catalogue';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { maxFileSizeBytes } from '@filemill/plans';
import { type Clock, currentRequestId, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { jobPriority, type Lane } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { LaneLoad } from '../lanes/lane-load.service.js';
import { LaneQueues } from '../lanes/lane-queues.service.js';
import { UsageMetrics } from '../metrics.js';
import { PlansService } from '../plans/plans.service.js';
import { QuotasService } from '../quotas/quotas.service.js';
import { Announcer } from './announcer.js';
import type { Conversion } from './conversion.entity.js';
import { newConversionId } from './conversion-id.js';
import { ConversionsRepository } from './conversions.repository.js';
import type { AcceptConversion, CheckUpload, OwnedConversion } from './dto.js';
import { Endings } from './endings.service.js';
import { CONVERT_MS, ERASE_MS, EXPIRE_MS, keyPrefixOf, UPLOAD_MS } from './lifetime.js';

/** What owners do with conversions: ask for leave, hand in, look, delete. */
@Injectable()
export class ConversionsService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly endings: Endings,
    private readonly quotas: QuotasService,
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
   * Leave to upload. Nothing is written.
   *
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT, OVERLOADED
   */
  async checkUpload({ owner, kind, openUploads }: CheckUpload): Promise<usage.CheckUploadResponse> {
    await this.quotas.check(owner, kind ?? undefined, openUploads);
    if (owner.plan === 'guest' && kind) await this.load.assertRoomForGuests(LANE_OF[kind].lane as Lane);
    const startedAtMs = this.clock.nowMs();
    const conversionId = newConversionId(startedAtMs);
    return {
      conversionId,
      startedAtMs,
      keyPrefix: keyPrefixOf(conversionId, startedAtMs),
      uploadDeadlineMs: startedAtMs + UPLOAD_MS,
      maxSizeBytes: maxFileSizeBytes(this.plans.plan(owner.plan)),
    };
  }

  /**
   * Reserves, writes the row, and queues the job after the commit.
   *
   * @returns the row; of an earlier call with the same id, if there was one
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT, FILE_TOO_LARGE, UPLOAD_TIMEOUT, OVERLOADED, UNAVAILABLE
   */
  async accept(request: AcceptConversion): Promise<Conversion> {
    const written = await this.acceptNew(request).catch((error: unknown) => this.earlier(request, error));
    if (written) {
      this.metrics.reservations.inc({ kind: written.kind, plan: written.plan });
      this.announcer.changed(written);
    }
    const row = written ?? (await this.find({ conversionId: request.conversionId, owner: request.owner }));
    // Also for an earlier call's row: that call may have died before it came to this.
    if (row.status === 'pending') await this.enqueue(row);
    return row;
  }

  /** @throws {AppError} NOT_FOUND, the same for what is not there and what is not the owner's */
  async find({ conversionId, owner }: OwnedConversion): Promise<Conversion> {
    const row = await this.conversions.find(conversionId, owner ?? undefined);
    if (!row) throw new AppError('NOT_FOUND', { what: 'The conversion' });
    return row;
  }

  /**
   * Makes the row final, then forgets its names and keys; only then may the caller erase the objects.
   *
   * @throws {AppError} NOT_FOUND
   */
  async delete({ conversionId, owner }: OwnedConversion): Promise<Conversion> {
    const nowMs = this.clock.nowMs();
    const key = owner ?? undefined;
    const cancelled = await this.endings.end(
      conversionId,
      { status: 'cancelled', code: 'CANCELLED' },
      { nowMs, owner: key },
    );
    const erased = await this.conversions.erase(conversionId, key, nowMs);
    if (!erased) return this.find({ conversionId, owner });
    this.announcer.changed(erased);
    if (cancelled) await this.unqueue(cancelled);
    return erased;
  }

  /** Conversions ahead of a pending one. */
  async position(row: Conversion): Promise<number | undefined> {
    return row.status === 'pending' ? this.queues.position(row.lane, row.id) : undefined;
  }

  private async acceptNew(request: AcceptConversion): Promise<Conversion> {
    const { owner, kind, lane, startedAtMs, originalSizeBytes: sizeBytes } = request;
    const nowMs = this.clock.nowMs();
    const plan = this.plans.plan(owner.plan);
    if (nowMs > startedAtMs + UPLOAD_MS) throw new AppError('UPLOAD_TIMEOUT');
    const limitBytes = maxFileSizeBytes(plan)[kind];
    if (sizeBytes > limitBytes) throw new AppError('FILE_TOO_LARGE', { sizeBytes, limitBytes });
    await this.queues.assertReachable();
    if (owner.plan === 'guest') await this.load.assertRoomForGuests(lane);
    return this.conversions.transaction(async (tx) => {
      const reservation = await this.quotas.reserve(tx, owner, kind);
      const row = await this.conversions.insert(tx, {
        id: request.conversionId,
        ownerKind: owner.kind,
        ownerId: owner.id,
        ownerAddress: owner.address,
        plan: owner.plan,
        kind,
        lane,
        inputFormat: request.inputFormat,
        outputFormat: request.outputFormat,
        options: request.optionsJson,
        chargedSubjects: reservation.subjects,
        period: reservation.period,
        priority: jobPriority(nowMs, plan.handicapSeconds, reservation.unfinishedBefore),
        requestId: currentRequestId(),
        keyPrefix: request.keyPrefix,
        inputKey: request.inputKey,
        originalFileName: request.originalFileName,
        originalSizeBytes: sizeBytes,
        startedAt: new Date(startedAtMs),
        createdAt: new Date(nowMs),
        deadlineAt: new Date(startedAtMs + CONVERT_MS),
        expiresAt: new Date(startedAtMs + EXPIRE_MS),
        eraseAt: new Date(startedAtMs + ERASE_MS),
      });
      // Thrown, so that the second reservation for one id is rolled back.
      if (!row) throw new AppError('IDEMPOTENCY_CONFLICT');
      return row;
    });
  }

  /**
   * A refusal means nothing if an earlier call, whose answer was lost, has accepted the same upload.
   *
   * @throws the refusal, if there was no such call
   */
  private async earlier({ conversionId, owner }: AcceptConversion, error: unknown): Promise<undefined> {
    const { code } = AppError.from(error);
    if (code === 'UNAVAILABLE' || code === 'INTERNAL') throw error;
    if (!(await this.conversions.find(conversionId, owner))) throw error;
    return undefined;
  }

  private async enqueue(row: Conversion): Promise<void> {
    try {
      await this.queues.add(row);
    } catch (err) {
      // It is accepted: the sweep queues it within 40 s.
      this.logger.error({ err, conversionId: row.id }, 'accepted but not queued');
    }
  }

  private async unqueue(row: Conversion): Promise<void> {
    try {
      await this.queues.remove(row.lane, row.id);
    } catch (err) {
      // A job of a final row is refused when it is claimed.
      this.logger.debug({ err, conversionId: row.id }, 'a cancelled job stays in its queue');
    }
  }
}
