import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { LANE_OF } from '@filemill/formats';
import { maxFileSizeBytes } from '@filemill/plans';
import { type Clock, type Logger, newId, RUNTIME, type Runtime } from '@filemill/platform';
import type { Lane } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Announcer } from '../conversions/announcer.js';
import type { Conversion } from '../conversions/conversion.entity.js';
import { toKnownKey } from '../conversions/conversion.view.js';
import { ConversionsRepository, type OwnerKey } from '../conversions/conversions.repository.js';
import type { CheckUpload, OwnedConversion } from '../conversions/dto.js';
import type { Ending } from '../conversions/ending.js';
import { KnownKeys } from '../conversions/known-keys.service.js';
import { keyPrefixOf, UPLOAD_MS } from '../conversions/lifetime.js';
import { Endings } from '../endings/endings.service.js';
import { LaneLoad } from '../lanes/lane-load.service.js';
import { LaneQueues } from '../lanes/lane-queues.service.js';
import { PlansService } from '../plans/plans.service.js';
import { QuotasService } from '../quotas/quotas.service.js';

const CANCELLATION: Ending = { status: 'cancelled', code: 'CANCELLED' };

/** What owners do with conversions, apart from handing them in: ask for an upload permit, read, delete. */
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
   * An upload permit, or what a known idempotency key stands for, since a replay needs no permit. Writes nothing.
   *
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT, OVERLOADED
   */
  async checkUpload(request: CheckUpload): Promise<usage.CheckUploadResponse> {
    const { owner, category, openUploads, idempotencyKey } = request;
    const known = await this.knownKeys.find(owner, idempotencyKey);
    if (!known) {
      await this.quotas.check(owner, category ?? undefined, openUploads);
      if (owner.plan === 'guest' && category)
        await this.load.assertRoomForGuests(LANE_OF[category].lane as Lane);
    }
    const startedAtMs = this.clock.nowMs();
    const conversionId = newId(startedAtMs);
    return {
      conversionId,
      startedAtMs,
      keyPrefix: keyPrefixOf(conversionId, startedAtMs),
      uploadDeadlineMs: startedAtMs + UPLOAD_MS,
      maxSizeBytes: maxFileSizeBytes(this.plans.plan(owner.plan)),
      knownKey: known && toKnownKey(known),
    };
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
    await this.cancel(conversionId, owner ?? undefined);
    return (await this.forget(conversionId, owner ?? undefined)) ?? this.find({ conversionId, owner });
  }

  /** Makes a conversion that has not ended final and releases it. @returns whether it had not */
  async cancel(conversionId: string, owner?: OwnerKey): Promise<boolean> {
    const guard = { nowMs: this.clock.nowMs(), owner };
    const cancelled = await this.endings.end(conversionId, CANCELLATION, guard);
    if (cancelled) await this.unqueue(cancelled);
    return Boolean(cancelled);
  }

  /** Forgets names and keys of a conversion that has ended. @returns undefined if that is done, or it has not */
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
      // A job of a final row is refused when it is claimed.
      this.logger.debug({ err, conversionId: row.id }, 'a cancelled job stays in its queue');
    }
  }
}
