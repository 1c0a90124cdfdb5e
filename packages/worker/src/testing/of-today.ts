const DAY_MS = 86_400_000;

/**
 * Some cases of a long list, others each day, so that an ordinary test run stays short; all of them if FILEMILL_EVERY_CASE is
 * set. What comes first in the list and what comes last is tried equally often.
 *
 * @param count - cases of a day
 */
export function ofToday<T>(all: readonly T[], count: number): readonly T[] {
  if (process.env.FILEMILL_EVERY_CASE !== undefined || all.length <= count) return all;
  const groups = Math.ceil(all.length / count);
  const today = Math.floor(Date.now() / DAY_MS) % groups;
  // Neighbours are often alike, so a day takes every second, third … case.
  return all.filter((_, index) => index % groups === today);
}
