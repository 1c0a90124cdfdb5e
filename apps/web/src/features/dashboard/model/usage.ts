import type { UsageView } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import { isNearLimit } from '@filemill/ui';

/** How much of one limit is used. */
export interface Used {
  /** Null for all categories together. */
  readonly category: Category | null;
  readonly used: number;
  readonly limit: number;
}

/** What is used of each category, in the order of the page. */
export const usedByCategory = (usage: UsageView): readonly (Used & { readonly category: Category })[] =>
  CATEGORIES.map((category) => ({
    category,
    used: usage[`${category}Conversions`],
    limit: usage[`${category}Limit`],
  }));

/** The used share of a limit; a limit of 0 is used up. */
export const shareOf = ({ used, limit }: Used): number => (limit > 0 ? used / limit : 1);

/** The limit with the least left, if it is above the warning level; undefined otherwise. */
export function nearestLimit(usage: UsageView): Used | undefined {
  const all: Used = { category: null, used: usage.conversions, limit: usage.limit };
  return [all, ...usedByCategory(usage)]
    .filter(({ used, limit }) => isNearLimit(used, limit))
    .reduce<Used | undefined>(
      (nearest, one) => (nearest && shareOf(nearest) >= shareOf(one) ? nearest : one),
      undefined,
    );
}
