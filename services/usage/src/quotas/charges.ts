import { type Plan, periodAt } from '@filemill/plans';
import type { Category, OwnerKind } from '@filemill/product';

/** Share of a guest's limits that one network address has: people share addresses. */
export const ADDRESS_SHARE = 5;

/** Counter of the conversions that have not ended; it has no period. */
export const UNFINISHED_PERIOD = 'now';
export const UNFINISHED_CATEGORY = 'unfinished';
/** Counter of all categories together. */
export const TOTAL_CATEGORY = 'total';

/** Someone whose conversions are counted, and how many times the plan's limits they may use. */
export interface Subject {
  /** `user:<id>`, `guest:<fingerprint>` or `address:<network address>`. */
  readonly name: string;
  readonly share: number;
}

/** One counter that a conversion raises, and the value that it may reach. */
export interface Charge {
  readonly subject: string;
  readonly period: string;
  readonly category: Category | typeof TOTAL_CATEGORY | typeof UNFINISHED_CATEGORY;
  readonly limit: number;
  /** Unix milliseconds at which the counter starts again; undefined for the unfinished ones. */
  readonly endsAtMs: number | undefined;
}

/** Who converts, as far as counting is concerned. Empty strings where it is not known yet. */
export interface Charged {
  readonly kind: OwnerKind;
  readonly id: string;
  readonly address: string;
}

/**
 * Whose counters an owner's conversions raise: a user's own; a guest's by fingerprint and by network address, so that a
 * forged fingerprint buys nothing.
 *
 * @param isExempt - whether an address is not counted
 */
export function subjectsOf(owner: Charged, isExempt: (address: string) => boolean): Subject[] {
  if (owner.kind === 'user') return [{ name: `user:${owner.id}`, share: 1 }];
  const subjects: Subject[] = [];
  if (owner.id) subjects.push({ name: `guest:${owner.id}`, share: 1 });
  if (owner.address && !isExempt(owner.address)) {
    subjects.push({ name: `address:${owner.address}`, share: ADDRESS_SHARE });
  }
  return subjects;
}

/**
 * The counters that one conversion raises. What the user must wait for longest comes first for each subject.
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
  return subjects.flatMap(({ name: subject, share }) => {
    const charges: Charge[] = [
      { subject, period, category: TOTAL_CATEGORY, limit: share * plan.conversions.total, endsAtMs },
    ];
    if (category) {
      const limit = share * plan.conversions.byCategory[category];
      charges.push({ subject, period, category, limit, endsAtMs });
    }
    charges.push({
      subject,
      period: UNFINISHED_PERIOD,
      category: UNFINISHED_CATEGORY,
      limit: share * plan.concurrent,
      endsAtMs: undefined,
    });
    return charges;
  });
}
