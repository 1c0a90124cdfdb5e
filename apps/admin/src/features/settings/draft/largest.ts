import { CATEGORIES } from '@filemill/product';
import type { Texts } from './fields.js';

const sizePath = (plan: string, category: string) => `${plan}.maxFileSizeMb.${category}`;

/** The largest file of a plan: the largest of its sizes, MB. Undefined while one of them is not a number. */
export function largestOf(texts: Texts, plan: string): number | undefined {
  const largest = Math.max(...CATEGORIES.map((category) => Number(texts[sizePath(plan, category)])));
  return Number.isNaN(largest) ? undefined : largest;
}

/** Categories whose files may be as large as the plan's largest. */
export const categoriesOfLargest = (texts: Texts, plan: string) =>
  CATEGORIES.filter((category) => Number(texts[sizePath(plan, category)]) === largestOf(texts, plan));

/**
 * Makes a size the largest of a plan: the categories that had the largest get it, and no other category may have more.
 *
 * @param text - as typed, MB; a text that is not a number is passed on, for the schema to refuse
 */
export function withLargest(texts: Texts, plan: string, text: string): Texts {
  const holders: readonly string[] = categoriesOfLargest(texts, plan);
  const size = Number(text);
  const sizes = CATEGORIES.map((category): [string, string] => {
    const path = sizePath(plan, category);
    const isTooLarge = size > 0 && Number(texts[path]) > size;
    return [path, holders.includes(category) || isTooLarge ? text : (texts[path] ?? '')];
  });
  return { ...texts, ...Object.fromEntries(sizes) };
}
