import type { UsageView, UserView } from '@filemill/api';
import type { accounts, usage } from '@filemill/contracts';
import { maxFileSizeMb, type PlanTable } from '@filemill/plans';
import { BYTES_PER_MB, CATEGORIES, type Category, type PlanId } from '@filemill/product';

/** Megabytes with two decimals. */
export const megabytesOf = (bytes: number): number => Math.round((bytes / BYTES_PER_MB) * 100) / 100;

type CategoryFigures<T> = Record<`${Category}Conversions` | `${Category}Limit`, T>;

/** `imageConversions`, `imageLimit` and so on for every category. */
function categoryFigures<T>(conversions: (c: Category) => T, limit: (c: Category) => T) {
  const entries = CATEGORIES.flatMap((category) => [
    [`${category}Conversions`, conversions(category)],
    [`${category}Limit`, limit(category)],
  ]);
  return Object.fromEntries(entries) as CategoryFigures<T>;
}

/** What a user has used of a plan. */
export function presentUsage(
  plans: PlanTable,
  planId: PlanId,
  overview: usage.GetOverviewResponse,
): UsageView {
  const plan = plans[planId];
  return {
    conversions: overview.usedTotal,
    limit: plan.conversions.total,
    resetDate: new Date(overview.resetsAtMs).toISOString(),
    dataProcessedMB: megabytesOf(overview.dataProcessedBytes),
    maxFileSizeMB: maxFileSizeMb(plan),
    ...categoryFigures(
      (category) => overview.usedByCategory[category] ?? 0,
      (category) => plan.conversions.byCategory[category],
    ),
  };
}

const optionalIso = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** A user as the API shows the account to its owner. */
export const presentUser = (user: accounts.User): UserView => ({
  id: user.id,
  email: user.email,
  username: user.username,
  plan: user.plan,
  apiKey: user.plan === 'pro' ? (user.apiKey ?? null) : null,
  subscriptionExpiresAt: optionalIso(user.subscriptionExpiresAtMs),
  subscriptionCancelledAt: optionalIso(user.subscriptionCancelledAtMs),
  isAdmin: user.isAdmin,
});
