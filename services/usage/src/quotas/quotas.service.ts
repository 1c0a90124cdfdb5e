import { AppError } from '@filemill/errors';
import { concurrencyMessage, nextPlanLimit, quotaMessage } from '@filemill/plans';
import { type Clock, exemptAddresses, RUNTIME, type Runtime } from '@filemill/platform';
import type { Category, PlanId } from '@filemill/product';
import { Batcher } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { USAGE_CONFIG, type UsageConfig } from '../config.js';
import { UsageMetrics } from '../metrics.js';
import { PlansService } from '../plans/plans.service.js';
import { type Charge, chargesOf, type OwnerCharges, subjectsOf, UNFINISHED_CATEGORY } from './charges.js';
import { QuotasRepository, type RaisedCounters } from './quotas.repository.js';

/** When a caller with too many running conversions should retry: most end within seconds. */
const CONCURRENCY_RETRY_SECONDS = 5;

/** An owner and the plan whose limits apply. */
interface QuotaOwner extends OwnerCharges {
  readonly plan: PlanId;
}

/** The counters that a conversion has raised. */
export interface Reservation {
  readonly subjects: string[];
  readonly period: string;
  /** Unfinished conversions of the account or guest address, without this one. */
  readonly unfinishedBefore: number;
}

/** Decides whether an owner may convert, by the limits of the current plan table. Exact under concurrency. */
@Injectable()
export class QuotasService {
  private readonly clock: Clock;
  private readonly isExempt: (address: string) => boolean;
  /** Under load one statement reads the counters of many callers: it costs about as much as a statement for one. */
  private readonly reads = new Batcher((all: readonly Charge[][]) => this.readAll(all), {
    size: 64,
    atOnce: 2,
  });

  constructor(
    private readonly counters: QuotasRepository,
    private readonly plans: PlansService,
    private readonly metrics: UsageMetrics,
    @Inject(USAGE_CONFIG) config: UsageConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.isExempt = exemptAddresses(config.GUEST_ADDRESS_EXEMPT);
  }

  /**
   * Checks whether a conversion would be accepted now; nothing is reserved.
   *
   * @param openUploads - open uploads of the user or the guest's address, counted like unfinished conversions
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT
   */
  async check(owner: QuotaOwner, category: Category | undefined, openUploads: number): Promise<void> {
    const charges = this.charges(owner, category);
    const used = await this.reads.run(charges);
    charges.forEach((charge, place) => {
      const countsUploads = owner.kind === 'user' || charge.subject.startsWith('address:');
      const open = countsUploads && charge.category === UNFINISHED_CATEGORY ? openUploads : 0;
      const count = (used[place] ?? 0) + open;
      if (count >= charge.limit) throw this.refusal(owner, charge, count);
    });
  }

  /**
   * Reserves one conversion inside the caller's transaction, which a refusal rolls back.
   *
   * @throws {AppError} QUOTA_EXCEEDED, CONCURRENCY_LIMIT
   */
  async reserve(tx: EntityManager, owner: QuotaOwner, category: Category): Promise<Reservation> {
    const charges = this.charges(owner, category);
    const raised = await this.counters.raise(tx, charges);
    const place = raised.findIndex((counter) => !counter.raised);
    const refused = charges[place];
    if (refused) throw this.refusal(owner, refused, raised[place]?.used ?? refused.limit);
    const unfinished = raised[charges.findLastIndex(({ category }) => category === UNFINISHED_CATEGORY)];
    return reservationOf(charges, (unfinished?.used ?? 1) - 1);
  }

  /**
   * Reserves several conversions inside the caller's transaction.
   *
   * @returns undefined if one of their counters has no room for all: then roll back and reserve each separately
   */
  async reserveAll(
    tx: EntityManager,
    requests: readonly { owner: QuotaOwner; category: Category }[],
  ): Promise<Reservation[] | undefined> {
    const wanted = requests.map(({ owner, category }) => this.charges(owner, category));
    const sums = sumsOf(wanted.flat());
    const charges = [...sums.values()];
    const raised = await this.counters.raise(tx, charges);
    if (raised.some((counter) => !counter.raised)) return undefined;
    const before = new Map([...sums.keys()].map((key, place) => [key, usedBefore(raised, charges, place)]));
    return wanted.map((own) => {
      const unfinished = own.findLast(({ category }) => category === UNFINISHED_CATEGORY);
      const key = unfinished ? counterOf(unfinished) : '';
      const unfinishedBefore = before.get(key) ?? 0;
      before.set(key, unfinishedBefore + 1);
      return reservationOf(own, unfinishedBefore);
    });
  }

  /** The names of the subjects to which an owner's failed work is counted. */
  subjectNames(owner: OwnerCharges): string[] {
    return subjectsOf(owner, this.isExempt).map(({ name }) => name);
  }

  /** Reads the counter values of each list. */
  private async readAll(lists: readonly Charge[][]): Promise<PromiseSettledResult<number[]>[]> {
    const used = await this.counters.used(lists.flat());
    let at = 0;
    return lists.map(({ length }) => {
      at += length;
      return { status: 'fulfilled', value: used.slice(at - length, at) };
    });
  }

  private charges(owner: QuotaOwner, category: Category | undefined): Charge[] {
    const subjects = subjectsOf(owner, this.isExempt);
    return chargesOf(this.plans.plan(owner.plan), subjects, category, this.clock.nowMs());
  }

  private refusal(owner: QuotaOwner, charge: Charge, used: number): AppError {
    const { limit, category, endsAtMs } = charge;
    this.metrics.quotaRefusals.inc({ plan: owner.plan, category });
    const nowMs = this.clock.nowMs();
    if (category === UNFINISHED_CATEGORY || endsAtMs === undefined) {
      return new AppError('CONCURRENCY_LIMIT', {
        limit,
        used,
        resetAt: new Date(nowMs + CONCURRENCY_RETRY_SECONDS * 1_000).toISOString(),
        retryAfterSeconds: CONCURRENCY_RETRY_SECONDS,
        message: concurrencyMessage(limit),
      });
    }
    const named = category === 'total' ? undefined : category;
    return new AppError('QUOTA_EXCEEDED', {
      limit,
      used,
      resetAt: new Date(endsAtMs).toISOString(),
      retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - nowMs) / 1_000)),
      ...(named && { category: named }),
      plan: owner.plan,
      offered: nextPlanLimit(this.plans.table, owner.plan, named),
      message: quotaMessage(this.plans.table, owner.plan, { category: named, used, limit }),
    });
  }
}

/**
 * @param unfinishedBefore - of the last subject, which is the address if there is one, so that jobs of an address that
 *   invents many fingerprints are placed behind those of others
 */
const reservationOf = (charges: readonly Charge[], unfinishedBefore: number): Reservation => ({
  subjects: [...new Set(charges.map(({ subject }) => subject))],
  period: charges[0]?.period ?? '',
  unfinishedBefore,
});

const counterOf = ({ subject, period, category }: Charge): string => `${subject} ${period} ${category}`;

/** A counter and how many conversions of the batch raise it. */
interface Sum extends Charge {
  readonly times: number;
}

/** Each counter once, by name. Right after a change of plan a counter may have two limits; the lowest applies. */
function sumsOf(charges: readonly Charge[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const charge of charges) {
    const key = counterOf(charge);
    const sum = sums.get(key);
    const limit = Math.min(charge.limit, sum?.limit ?? charge.limit);
    sums.set(key, { ...charge, limit, times: (sum?.times ?? 0) + 1 });
  }
  return sums;
}

const usedBefore = (raised: readonly RaisedCounters[], sums: readonly Sum[], place: number): number =>
  (raised[place]?.used ?? 0) - (sums[place]?.times ?? 0);
