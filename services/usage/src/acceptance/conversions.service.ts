import { newUploadPermit, type usage } from '@filemill/contracts';
import { LANE_OF } from '@filemill/formats';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import { Announcer } from '../conversions/announcer.js';
import type { Conversion, Ending } from '../conversions/conversion.entity.js';
import { toKnownKey } from '../conversions/conversion-message.js';
import { ConversionsRepository, type OwnerKey } from '../conversions/conversions.repository.js';
import type { CheckUploadRequest, OwnedConversionRequest } from '../conversions/dto.js';
import { KnownKeys } from '../conversions/known-keys.js';
import { Endings } from '../endings/endings.js';
import { LaneLoad } from '../lanes/lane-load.js';
import { LaneQueues } from '../lanes/lane-queues.js';
import { PlansService } from '../plans/plans.service.js';
import { QuotasService } from '../quotas/quotas.service.js';

const CANCELLATION: Ending = { status: 'cancelled', code: 'CANCELLED' };

/** What owners do with conversions besides submitting them: request an upload permit, read, delete. */
@Injectable()
export class ConversionsService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly endings: Endings,
    private readonly knownKeys: KnownKeys,
    private readonly quotas: QuotasService,
    private readonly plans: PlansService,
    private readonly queues: LaneQueues,
    private readonly load: LaneLoad,
    private readonly announcer: Announcer,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /**
   * An upload permit, or the conversion of a known idempotency key, because a repetition needs no permit. Writes nothing.
   *
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT, OVERLOADED
   */
  async checkUpload(request: CheckUploadRequest): Promise<usage.CheckUploadResponse> {
    const { owner, category, openUploads, idempotencyKey } = request;
    const known = await this.knownKeys.find(owner, idempotencyKey);
    if (!known) {
      await this.quotas.check(owner, category ?? undefined, openUploads);
      if (owner.plan === 'guest' && category)
        await this.load.assertRoomForGuests(LANE_OF[category].lane as Lane);
    }
    const permit = newUploadPermit(this.plans.plan(owner.plan), this.clock.nowMs());
    return { ...permit, knownKey: known && toKnownKey(known) };
  }

  /** @throws {AppError} NOT_FOUND, for an unknown conversion and for another owner's alike */
  find({ conversionId, owner }: OwnedConversionRequest): Promise<Conversion> {
    return this.conversions.get(conversionId, owner ?? undefined);
  }

  /**
   * Ends the conversion, then deletes its names and keys; only afterwards may the caller erase the objects.
   *
   * @throws {AppError} NOT_FOUND
   */
  async delete({ conversionId, owner }: OwnedConversionRequest): Promise<Conversion> {
    await this.cancel(conversionId, owner ?? undefined);
    return (await this.forget(conversionId, owner ?? undefined)) ?? this.find({ conversionId, owner });
  }

  /** Ends an unfinished conversion and releases its reservation. @returns whether it was unfinished */
  async cancel(conversionId: string, owner?: OwnerKey): Promise<boolean> {
    const guard = { nowMs: this.clock.nowMs(), owner };
    const cancelled = await this.endings.end(conversionId, CANCELLATION, guard);
    if (cancelled) await this.unqueue(cancelled);
    return Boolean(cancelled);
  }

  /** Deletes names and keys of an ended conversion. @returns undefined if that was done before, or it has not ended */
  async forget(conversionId: string, owner?: OwnerKey): Promise<Conversion | undefined> {
    const erased = await this.conversions.erase(conversionId, owner, this.clock.nowMs());
    if (erased) this.announcer.changed(erased);
    return erased;
  }

  /** Conversions ahead of a pending one. */
  async position(row: Conversion): Promise<number | undefined> {
    return row.status === 'pending' ? this.queues.position(row.lane, row.id) : undefined;
  }

  private async unqueue(row: Conversion): Promise<void> {
    try {
      await this.queues.remove(row.lane, row.id);
    } catch (err) {
      // A job of an ended row is refused when it is claimed.
      this.logger.debug({ err, conversionId: row.id }, 'a cancelled job stays in its queue');
    }
  }
}
