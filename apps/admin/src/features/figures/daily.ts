import type { Series } from '@filemill/api';
import { CATEGORIES, OUTCOMES, type Outcome } from '@filemill/product';

/** Conversions of a day that ended in one way, of all kinds. */
export const countOutcome = ({ conversions }: Series[number], outcome: Outcome): number =>
  CATEGORIES.reduce((total, kind) => total + (conversions[kind]?.[outcome] ?? 0), 0);

/** Completed conversions of a day by kind: what is counted as a conversion everywhere. */
export const completedByKind = ({ conversions }: Series[number]): Record<string, number> =>
  Object.fromEntries(CATEGORIES.map((kind) => [kind, conversions[kind]?.completed ?? 0]));

/** Conversions of a day by how they ended. */
export const byOutcome = (day: Series[number]): Record<string, number> =>
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOutcome(day, outcome)]));
