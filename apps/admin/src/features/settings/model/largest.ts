import { CATEGORIES } from '@filemill/product';
import type { Texts } from './fields.js';

const sizePath = (plan: string, kind: string) => `${plan}.maxFileSizeMb.${kind}`;

/** The largest file of a plan: the largest of its sizes, MB. Undefined while one of them is not a number. */
export function largestOf(texts: Texts, plan: string): number | undefined {
  const largest = Math.max(...CATEGORIES.map((kind) => Number(texts[sizePath(plan, kind)])));
  return Number.isNaN(largest) ? undefined : largest;
}

/** Kinds whose files may be as large as the plan's largest. */
export const kindsOfLargest = (texts: Texts, plan: string) =>
  CATEGORIES.filter((kind) => Number(texts[sizePath(plan, kind)]) === largestOf(texts, plan));

/**
 * Makes a size the largest of a plan: the kinds that had the largest get it, and no other kind may have more.
 *
 * @param text - as typed, MB; a text that is not a number is passed on, for the schema to refuse
 */
export function withLargest(texts: Texts, plan: string, text: string): Texts {
  const holders: readonly string[] = kindsOfLargest(texts, plan);
  const size = Number(text);
  const sizes = CATEGORIES.map((kind): [string, string] => {
    const path = sizePath(plan, kind);
    const isTooLarge = size > 0 && Number(texts[path]) > size;
    return [path, holders.includes(kind) || isTooLarge ? text : (texts[path] ?? '')];
  });
  return { ...texts, ...Object.fromEntries(sizes) };
}
