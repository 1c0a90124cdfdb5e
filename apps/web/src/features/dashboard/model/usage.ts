import type { UsageView } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import { isNearLimit } from '@filemill/ui';

/** How much of one limit is used. */
export interface Used {
  /** Null for all kinds together. */
  readonly kind: Category | null;
  readonly used: number;
  readonly limit: number;
}

/** What is used of each kind, in the order of the page. */
export const usedByKind = (usage: UsageView): readonly (Used & { readonly kind: Category })[] =>
  CATEGORIES.map((kind) => ({ kind, used: usage[`${kind}Conversions`], limit: usage[`${kind}Limit`] }));

/** The used share of a limit; a limit of 0 is used up. */
export const shareOf = ({ used, limit }: Used): number => (limit > 0 ? used / limit : 1);

/** The limit with the least left, if it is above the warning level; undefined otherwise. */
export function nearestLimit(usage: UsageView): Used | undefined {
  const all: Used = { kind: null, used: usage.conversions, limit: usage.limit };
  return [all, ...usedByKind(usage)]
    .filter(({ used, limit }) => isNearLimit(used, limit))
    .reduce<Used | undefined>(
      (nearest, one) => (nearest && shareOf(nearest) >= shareOf(one) ? nearest : one),
      undefined,
    );
}
