import { joinList } from '@filemill/web-client';
import type { TFunction } from 'i18next';
import type { Item } from './item.js';

/** Names that a toast lists, from the specification. */
const LISTED_NAMES = 3;

/** The outcome of a batch. Cancelled files count neither as success nor as failure. */
export interface Outcome {
  readonly succeeded: readonly Item[];
  readonly failed: readonly Item[];
}

export const outcomeOf = (items: readonly Item[]): Outcome => ({
  succeeded: items.filter(({ status }) => status === 'completed'),
  failed: items.filter(({ status }) => status === 'error'),
});

/** Names for a toast: the first three, and how many more there are. */
export function listNames(t: TFunction, names: readonly string[], language: string): string {
  const listed = joinList(names.slice(0, LISTED_NAMES), language);
  const more = names.length - LISTED_NAMES;
  return more > 0 ? t('intake:namesMore', { names: listed, count: more }) : listed;
}
