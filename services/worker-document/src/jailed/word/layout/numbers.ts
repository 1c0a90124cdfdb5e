/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: readonly number[], whenEmpty = 0): number {
  if (values.length === 0) return whenEmpty;
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

/** The smallest; safe for arrays of any length. */
export function least<T>(items: readonly T[], value: (item: T) => number, whenEmpty = 0): number {
  let found = Number.POSITIVE_INFINITY;
  for (const item of items) found = Math.min(found, value(item));
  return items.length === 0 ? whenEmpty : found;
}

/** The largest; safe for arrays of any length. */
export function most<T>(items: readonly T[], value: (item: T) => number, whenEmpty = 0): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const item of items) found = Math.max(found, value(item));
  return items.length === 0 ? whenEmpty : found;
}

/** Counts by key. */
export class Tally<Key> {
  readonly counts = new Map<Key, number>();

  add(key: Key, count = 1): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }

  /** The key that was counted most; of equals the first. */
  top(): Key | undefined {
    let best: Key | undefined;
    let bestCount = 0;
    for (const [key, count] of this.counts) {
      if (count > bestCount) {
        best = key;
        bestCount = count;
      }
    }
    return best;
  }
}

/** Rounds to a multiple of a half. */
export const toHalf = (value: number) => Math.round(value * 2) / 2;

/** Positions that lie close together become one, their mean. */
export function snap(values: readonly number[], tolerance = 3): number[] {
  const groups: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last && value - (last.at(-1) as number) <= tolerance) last.push(value);
    else groups.push([value]);
  }
  return groups.map((group) => group.reduce((sum, value) => sum + value, 0) / group.length);
}

/** The index of the first item whose value is not below the limit; the items are sorted by it. */
export function lowerBound<T>(items: readonly T[], value: (item: T) => number, limit: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(items[middle] as T) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
