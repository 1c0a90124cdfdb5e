/**
 * Random numbers from a seed, so that a failed drill can be repeated.
 *
 * @param {number} seed - 32 bits
 * @returns `next()` in [0, 1), `below(n)`, `pick(list)`, `shuffled(list)`
 * @see mulberry32, a generator in the public domain by Tommy Ettinger
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  const shuffled = (list) => {
    const rest = [...list];
    return list.map(() => rest.splice(below(rest.length), 1)[0]);
  };
  return { next, below, pick: (list) => list[below(list.length)], shuffled };
}
