import { AppError } from '@filemill/errors';
import { CONVERSION_DEADLINE_MS, ERASURE_MS, LINK_EXPIRY_MS } from '@filemill/product';
import { jobPriority } from '@filemill/queue';
import { Batcher } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Conversion, NewConversion } from '../conversions/conversion.entity.js';
import { ConversionsRepository } from '../conversions/conversions.repository.js';
import type { AcceptConversionRequest } from '../conversions/dto.js';
import { IdempotencyRepository } from '../conversions/idempotency.repository.js';
import { PlansService } from '../plans/plans.service.js';
import { QuotasService, type Reservation } from '../quotas/quotas.service.js';

/** An uploaded file that enters the ledger if its owner's counters allow it. */
interface Admission {
  readonly request: AcceptConversionRequest;
  readonly requestId: string;
  readonly nowMs: number;
  /** The lane's time, s. */
  readonly laneSecond: number;
}

/** The written row of an admission. */
interface Admitted {
  readonly row: Conversion;
  /** Number of unfinished conversions that its owner had before. */
  readonly unfinishedBefore: number;
}

/** Rolls back a transaction for several admissions; each is then tried separately. */
class MustAdmitSingly extends Error {}

/**
 * Reserves and writes the row in one transaction. Under load one transaction admits many, which saves most of its
 * cost; if one of them cannot be admitted, the whole batch is tried again one by one, so the outcome is the same.
 */
@Injectable()
export class Admissions {
  private readonly batcher = new Batcher((admissions: readonly Admission[]) => this.admitBatch(admissions), {
    size: 32,
    atOnce: 2,
  });

  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly keys: IdempotencyRepository,
    private readonly quotas: QuotasService,
    private readonly plans: PlansService,
  ) {}

  /**
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT, UNAVAILABLE; IDEMPOTENCY_CONFLICT where another conversion has
   * the key; UNAUTHENTICATED if a row has this id, or the user was deleted
   */
  admit(admission: Admission): Promise<Admitted> {
    // Two requests with one key wait for each other; the others must not wait with them.
    return admission.request.idempotency ? this.admitOne(admission) : this.batcher.run(admission);
  }

  private async admitBatch(admissions: readonly Admission[]): Promise<PromiseSettledResult<Admitted>[]> {
    const admitted = admissions.length > 1 ? await this.admitInOneTransaction(admissions) : undefined;
    if (admitted) return admitted.map((value) => ({ status: 'fulfilled', value }));
    return Promise.allSettled(admissions.map((admission) => this.admitOne(admission)));
  }

  /** @returns undefined if not all can be admitted */
  private async admitInOneTransaction(admissions: readonly Admission[]): Promise<Admitted[] | undefined> {
    try {
      return await this.conversions.transaction(async (tx) => {
        const reservations = await this.quotas.reserveAll(
          tx,
          admissions.map(({ request: { owner, category } }) => ({ owner, category })),
        );
        if (!reservations) throw new MustAdmitSingly();
        const rows = admissions.flatMap((admission, place) => {
          const reservation = reservations[place];
          return reservation ? [this.row(admission, reservation)] : [];
        });
        const written = await this.conversions.insert(tx, rows);
        const byId = new Map(written.map((row) => [row.id, row]));
        // Two requests with one id write one row, but have raised the counters twice.
        if (byId.size !== admissions.length) throw new MustAdmitSingly();
        return admissions.flatMap(({ request }, place) => {
          const [row, reservation] = [byId.get(request.conversionId), reservations[place]];
          return row && reservation ? [{ row, unfinishedBefore: reservation.unfinishedBefore }] : [];
        });
      });
    } catch (error) {
      // Separate tries show which of them is refused.
      if (AppError.from(error).code !== 'UNAVAILABLE') return undefined;
      throw error;
    }
  }

  private admitOne(admission: Admission): Promise<Admitted> {
    const { request, nowMs } = admission;
    return this.conversions.transaction(async (tx) => {
      await this.claimKey(tx, request, nowMs);
      const reservation = await this.quotas.reserve(tx, request.owner, request.category);
      const [row] = await this.conversions.insert(tx, [this.row(admission, reservation)]);
      // Thrown, so that the reservation is rolled back.
      if (!row) throw new AppError('UNAUTHENTICATED');
      return { row, unfinishedBefore: reservation.unfinishedBefore };
    });
  }

  /** The key before the counters, as in every transaction, which prevents deadlocks. */
  private async claimKey(tx: EntityManager, request: AcceptConversionRequest, nowMs: number): Promise<void> {
    if (!request.idempotency) return;
    const claim = { userId: request.owner.id, ...request.idempotency };
    const claimed = await this.keys.claim(tx, claim, request.conversionId, nowMs);
    if (!claimed) throw new AppError('IDEMPOTENCY_CONFLICT');
  }

  private row({ request, requestId, nowMs, laneSecond }: Admission, reservation: Reservation): NewConversion {
    const { owner, startedAtMs } = request;
    const { handicapSeconds } = this.plans.plan(owner.plan);
    return {
      id: request.conversionId,
      ownerKind: owner.kind,
      ownerId: owner.id,
      ownerAddress: owner.address,
      plan: owner.plan,
      category: request.category,
      lane: request.lane,
      inputFormat: request.inputFormat,
      outputFormat: request.outputFormat,
      options: JSON.parse(request.optionsJson) as Record<string, unknown>,
      chargedSubjects: reservation.subjects,
      period: reservation.period,
      priority: jobPriority(laneSecond, handicapSeconds, reservation.unfinishedBefore),
      requestId,
      keyPrefix: request.keyPrefix,
      inputKey: request.inputKey,
      originalFileName: request.originalFileName,
      originalSizeBytes: request.originalSizeBytes,
      inputs: request.inputs.length > 0 ? request.inputs : null,
      startedAt: new Date(startedAtMs),
      createdAt: new Date(nowMs),
      deadlineAt: new Date(startedAtMs + CONVERSION_DEADLINE_MS),
      expiresAt: new Date(startedAtMs + LINK_EXPIRY_MS),
      eraseAt: new Date(startedAtMs + ERASURE_MS),
    };
  }
}
