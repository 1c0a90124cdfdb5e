const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * The pause before the next try: 1 s doubling to 60 s, half of it random so that those that failed together do not
 * come back together.
 *
 * @param attempts - tries so far, from 1
 */
export function backOffMs(attempts: number): number {
  const ms = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return ms / 2 + Math.random() * (ms / 2);
}
