import { type Plan, periodAt } from '@filemill/plans';
import type { Category, OwnerKind } from '@filemill/product';

/** Multiple of a guest's limits for one network address, because people share addresses. */
export const ADDRESS_MULTIPLE = 5;

/** Period of the counter of unfinished conversions, which has none. */
export const UNFINISHED_PERIOD = 'now';
/** Category of the counter of unfinished conversions. */
export const UNFINISHED_CATEGORY = 'unfinished';
/** Counter of all categories together. */
export const TOTAL_CATEGORY = 'total';

/** A subject whose conversions are counted, and the multiple of the plan's limits that it may use. */
export interface Subject {
  /** `user:<id>`, `guest:<fingerprint>` or `address:<network address>`. */
  readonly name: string;
  readonly multiple: number;
}

/** One counter that a conversion raises, and its limit. */
export interface Charge {
  readonly subject: string;
  readonly period: string;
  readonly category: Category | typeof TOTAL_CATEGORY | typeof UNFINISHED_CATEGORY;
  readonly limit: number;
  /** Unix milliseconds at which the counter restarts; undefined for unfinished conversions. */
  readonly endsAtMs: number | undefined;
}

/** Who converts, for counting. Empty strings if not known yet. */
export interface OwnerCharges {
  readonly kind: OwnerKind;
  readonly id: string;
  readonly address: string;
}

/**
 * The subjects of an owner: a user; a guest's fingerprint and network address, so that a
 * forged fingerprint gives no advantage.
 *
 * @param isExempt - whether an address is not counted
 */
export function subjectsOf(owner: OwnerCharges, isExempt: (address: string) => boolean): Subject[] {
  if (owner.kind === 'user') return [{ name: `user:${owner.id}`, multiple: 1 }];
  const subjects: Subject[] = [];
  if (owner.id) subjects.push({ name: `guest:${owner.id}`, multiple: 1 });
  if (owner.address && !isExempt(owner.address)) {
    subjects.push({ name: `address:${owner.address}`, multiple: ADDRESS_MULTIPLE });
  }
  return subjects;
}

/**
 * The counters that one conversion raises. For each subject, the one with the longest wait comes first.
 *
 * @param category - undefined while the upload's kind is not known
 */
export function chargesOf(
  plan: Plan,
  subjects: readonly Subject[],
  category: Category | undefined,
  nowMs: number,
): Charge[] {
  const { key: period, endsAtMs } = periodAt(plan.period, nowMs);
  return subjects.flatMap(({ name: subject, multiple }) => {
    const charges: Charge[] = [
      { subject, period, category: TOTAL_CATEGORY, limit: multiple * plan.conversions.total, endsAtMs },
    ];
    if (category) {
      const limit = multiple * plan.conversions.byCategory[category];
      charges.push({ subject, period, category, limit, endsAtMs });
    }
    charges.push({
      subject,
      period: UNFINISHED_PERIOD,
      category: UNFINISHED_CATEGORY,
      limit: multiple * plan.concurrent,
      endsAtMs: undefined,
    });
    return charges;
  });
}
