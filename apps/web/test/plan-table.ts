import { DEFAULT_PLANS, formatCount, type PlanTable } from '@filemill/plans';
import { fromCategories } from '@filemill/product';

/** First of the new numbers of a field, within its bounds; those of all other fields begin at {@link OTHERS_FROM}. */
const RANGES: Readonly<Record<string, number>> = {
  maxFileSizeMb: 31_001,
  concurrent: 21_001,
  filesAtOnce: 901,
  handicapSeconds: 3_001,
  priceMinor: 7_654_301,
};
const OTHERS_FROM = 71_001;

/** The same table with other numbers, which no text contains for another reason. */
export function withUniqueNumbers(table: PlanTable): PlanTable {
  let next = 0;
  const walk = (value: unknown, from: number): unknown => {
    if (typeof value === 'number') return from + next++;
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([name, inner]) => [name, walk(inner, RANGES[name] ?? from)]);
    return Object.fromEntries(entries);
  };
  return walk(table, OTHERS_FROM) as PlanTable;
}

/** A table whose plans allow no conversions, in total or in each category. */
export function withAllowance(table: PlanTable, change: 'no total' | 'no category'): PlanTable {
  const changed = Object.entries(table).map(([id, plan]) => {
    const { total, byCategory } = plan.conversions;
    const conversions =
      change === 'no total' ? { total: 0, byCategory } : { total, byCategory: fromCategories(() => 0) };
    return [id, { ...plan, conversions }];
  });
  return Object.fromEntries(changed) as PlanTable;
}

/** Every number within a value. */
export function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersOf) : [];
}

/** The defaults as people write them, without 0 and 1, which mean many things. */
const DEFAULT_TEXTS = new Set(
  [...numbersOf(DEFAULT_PLANS), DEFAULT_PLANS.pro.priceMinor / 100]
    .filter((value) => value > 1)
    .flatMap((value) => [String(value), formatCount(value)]),
);
/** Numbers of at most 100 also occur in prose for other reasons; larger ones do not. */
const isLarge = (text: string): boolean => Number(text.replace(',', '')) > 100;

/** Every default that a text repeats. */
export const defaultsIn = (text: string): string[] =>
  [...new Set(text.match(/\d+(?:,\d{3})*/g) ?? [])].filter((number) => DEFAULT_TEXTS.has(number));

/** A number with a unit of the plan table before or after it. */
const MEASURED =
  /(?:€|EUR) ?(\d+(?:,\d{3})*)|(\d+(?:,\d{3})*)(?:[.,]00)?(?: |-)?(?:€|EUR|MB|(?:\w+ )?(?:conversions|files|requests|reads|calls|uploads)\b)/g;
/** Sizes of whole gigabytes among the defaults. */
const DEFAULT_GB = new Set(
  numbersOf(Object.values(DEFAULT_PLANS).map(({ maxFileSizeMb }) => maxFileSizeMb))
    .filter((value) => value % 1_024 === 0)
    .map((value) => `${value / 1_024} GB`),
);

/** Defaults with a unit of the plan table: for prose, where a number alone may mean anything. */
export function measuredDefaultsIn(text: string): string[] {
  const measured = [...text.matchAll(MEASURED)].map(([, before, after]) => before ?? after ?? '');
  const sizes = (text.match(/\d+ GB/g) ?? []).filter((size) => DEFAULT_GB.has(size));
  const named = measured.filter((number) => DEFAULT_TEXTS.has(number));
  return [...new Set([...named, ...sizes])];
}

/** Every default above 100 that a text repeats. */
export const largeDefaultsIn = (text: string): string[] => defaultsIn(text).filter(isLarge);
