import { joinList } from '@filemill/web-client';
import type { TFunction } from 'i18next';
import { isDemo } from '../api/conversion.js';
import { type Item, isSkipped, itemPercent } from './item.js';

const COUNTS: readonly { id: string; test: (item: Item) => boolean }[] = [
  { id: 'done', test: ({ status }) => status === 'completed' },
  { id: 'running', test: ({ status }) => status === 'uploading' || status === 'converting' },
  { id: 'waiting', test: ({ status }) => status === 'waiting' },
  { id: 'ready', test: (item) => item.status === 'ready' && item.target !== undefined && !isSkipped(item) },
  { id: 'skipped', test: isSkipped },
  { id: 'failed', test: ({ status }) => status === 'error' },
  { id: 'cancelled', test: ({ status }) => status === 'cancelled' },
  { id: 'lost', test: ({ status }) => status === 'lost' },
  { id: 'refused', test: ({ status }) => status === 'refused' },
];

/** Number of files by state; states without files are left out. */
export const countsOf = (items: readonly Item[]): readonly { id: string; count: number }[] =>
  COUNTS.map(({ id, test }) => ({ id, count: items.filter(test).length })).filter(({ count }) => count > 0);

/** Total progress of all files, 0 to 100. */
export const batchPercent = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + itemPercent(item), 0) / Math.max(1, items.length);

/** By how many bytes the results are smaller than the originals; negative if they are larger. */
export const savedBytes = (items: readonly Item[]): number =>
  items.reduce((sum, { status, sizeBytes, conversion }) => {
    const resultBytes = status === 'completed' ? conversion?.convertedSize : undefined;
    return typeof resultBytes === 'number' ? sum + sizeBytes - resultBytes : sum;
  }, 0);

/** Results for a zip: those of the current caller that are not expired. */
export const zippable = (items: readonly Item[], caller: string, nowMs: number): readonly Item[] =>
  items.filter(
    ({ status, owner, conversion }) =>
      status === 'completed' &&
      owner === caller &&
      conversion !== undefined &&
      conversion.downloadUrl !== null &&
      !isDemo(conversion.id) &&
      Date.parse(conversion.expiresAt) > nowMs,
  );

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
