/** Random numbers from a seed. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0 to `count`, without `count`. */
  below(count: number): number;
  /** @throws {Error} if the list is empty */
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/**
 * Random numbers that are the same for the same seed, so that a failed run can be repeated.
 *
 * @param seed - 32 bits
 * @see mulberry32, a generator in the public domain by Tommy Ettinger
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from');
    // The index is below the length.
    return list[below(list.length)] as T;
  };
  const shuffled = <T>(list: readonly T[]): T[] => {
    const rest = [...list];
    return list.flatMap(() => rest.splice(below(rest.length), 1));
  };
  return { next, below, pick, shuffled };
}
