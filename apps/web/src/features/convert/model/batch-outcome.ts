import type { Item } from './item.js';

/** Names that a toast lists, from the specification. */
const LISTED_NAMES = 3;

/** What came of a batch. Cancelled files count on neither side. */
export interface Outcome {
  readonly succeeded: readonly Item[];
  readonly failed: readonly Item[];
}

export const outcomeOf = (items: readonly Item[]): Outcome => ({
  succeeded: items.filter(({ status }) => status === 'completed'),
  failed: items.filter(({ status }) => status === 'error'),
});

/** The first three names, and how many more there are. */
export function firstNames(names: readonly string[]): { readonly names: string; readonly more: number } {
  const listed = names.slice(0, LISTED_NAMES);
  return { names: listed.join(', '), more: names.length - listed.length };
}
