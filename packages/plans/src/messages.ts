import type { Category, PlanId } from '@filemill/product';
import type { PlanTable } from './plan.js';

/** A number as people read it in English: `5,000`. */
export const formatCount = (value: number): string => value.toLocaleString('en-US');

const PERIOD_ADVERB = { day: 'Daily', month: 'Monthly' } as const;

/** The next higher plan; Pro has none. */
const NEXT_PLAN = {
  guest: { id: 'free', invitation: 'Create a free account' },
  free: { id: 'pro', invitation: 'Upgrade to Pro' },
} as const satisfies Partial<Record<PlanId, { id: PlanId; invitation: string }>>;

/**
 * The limit of the next higher plan for the limit that was reached.
 *
 * @param category - undefined for the plan's total
 * @returns conversions per period; undefined if there is no higher plan
 */
export function nextPlanLimit(plans: PlanTable, planId: PlanId, category?: Category): number | undefined {
  if (planId === 'pro') return undefined;
  const { conversions } = plans[NEXT_PLAN[planId].id];
  return category ? conversions.byCategory[category] : conversions.total;
}

/**
 * The text of a refused conversion: `Monthly conversion limit reached (50/50). Upgrade to Pro for 5,000 conversions
 * per month.` A category's limit names the category, on both sides of the comparison.
 *
 * @param category - the category whose limit is reached, or undefined for the plan's total
 */
export function quotaMessage(
  plans: PlanTable,
  planId: PlanId,
  reached: { category?: Category; used: number; limit: number },
): string {
  const { category, used, limit } = reached;
  const what = category ? `${category} conversion` : 'conversion';
  const limitReached = `${PERIOD_ADVERB[plans[planId].period]} ${what} limit reached`;
  if (planId === 'pro') return `${limitReached}. Please contact support for a custom plan.`;
  const next = NEXT_PLAN[planId];
  const { period } = plans[next.id];
  const offered = formatCount(nextPlanLimit(plans, planId, category) ?? 0);
  const numbers = `${formatCount(used)}/${formatCount(limit)}`;
  return `${limitReached} (${numbers}). ${next.invitation} for ${offered} ${what}s per ${period}.`;
}

/** The text of a refusal because too many conversions run at once. */
export const concurrencyMessage = (limit: number): string =>
  limit === 1
    ? 'Only one conversion can run at a time. Wait until it has ended.'
    : `Only ${formatCount(limit)} conversions can run at once. Wait until one has ended.`;
