import type { usage } from '@filemill/contracts';
import { BYTES_PER_MB, maxFileSizeMb, type PlanTable } from '@filemill/plans';
import { CATEGORIES, type Category } from '@filemill/product';
import { z } from 'zod';

/** Megabytes with two decimals. */
export const megabytesOf = (bytes: number): number => Math.round((bytes / BYTES_PER_MB) * 100) / 100;

type CategoryFigures<T> = Record<`${Category}Conversions` | `${Category}Limit`, T>;

/** `imageConversions` and `imageLimit`, and so on for every category. */
function categoryFigures<T>(conversions: (c: Category) => T, limit: (c: Category) => T) {
  const entries = CATEGORIES.flatMap((category) => [
    [`${category}Conversions`, conversions(category)],
    [`${category}Limit`, limit(category)],
  ]);
  return Object.fromEntries(entries) as CategoryFigures<T>;
}

/** What a user has used of the plan in the current month. */
export const usageSchema = z
  .object({
    conversions: z.int(),
    limit: z.int(),
    resetDate: z.iso.datetime(),
    dataProcessedMB: z.number().meta({ description: 'Input of completed conversions, two decimals' }),
    maxFileSizeMB: z.int().meta({ description: 'The largest figure of all categories' }),
    ...categoryFigures(
      () => z.int(),
      () => z.int(),
    ),
  })
  .meta({ id: 'Usage' });
export type UsageView = z.infer<typeof usageSchema>;

/** @throws {TypeError} for a plan that is not in the table */
export function presentUsage(
  plans: PlanTable,
  planId: string,
  overview: usage.GetOverviewResponse,
): UsageView {
  const plan = plans[planId as keyof PlanTable];
  if (!plan) throw new TypeError(`no plan ${planId}`);
  const { used } = overview;
  return {
    conversions: used.total ?? 0,
    limit: plan.conversions.total,
    resetDate: new Date(overview.resetsAtMs).toISOString(),
    dataProcessedMB: megabytesOf(overview.dataProcessedBytes),
    maxFileSizeMB: maxFileSizeMb(plan),
    ...categoryFigures(
      (category) => used[category] ?? 0,
      (category) => plan.conversions.byCategory[category],
    ),
  };
}
