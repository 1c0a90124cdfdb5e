import type { Series } from '@filemill/api';
import { CATEGORIES, OUTCOMES, type Outcome } from '@filemill/product';

/** Conversions of a day that ended in one way, of all categories. */
export const countOutcome = ({ conversions }: Series[number], outcome: Outcome): number =>
  CATEGORIES.reduce((total, category) => total + (conversions[category]?.[outcome] ?? 0), 0);

/** Completed conversions of a day by category: what is counted as a conversion everywhere. */
export const completedByCategory = ({ conversions }: Series[number]): Record<string, number> =>
  Object.fromEntries(CATEGORIES.map((category) => [category, conversions[category]?.completed ?? 0]));

/** Conversions of a day by how they ended. */
export const byOutcome = (day: Series[number]): Record<string, number> =>
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOutcome(day, outcome)]));
