import { judge, keyOf } from './judge.mjs';
import { literalsBelow } from './literals.mjs';

/**
 * Checks that no regular expression takes more than linear time.
 *
 * @param {{ root: string, folders: readonly string[], cacheFile: string,
 *   undecided: readonly { source: string, flags: string, reason: string }[] }} options
 * @returns {Promise<{ count: number, findings: string[] }>} expressions looked at, and one line for each that must change
 */
export async function checkRegexps({ root, folders, cacheFile, undecided }) {
  const literals = literalsBelow(root, folders);
  const verdicts = await judge(literals, cacheFile);
  const excused = new Set(undecided.map(keyOf));
  const findings = literals.flatMap((literal) => {
    const key = keyOf(literal);
    const { status, detail } = verdicts.get(key);
    if (status === 'safe' || (status === 'unknown' && excused.has(key))) return [];
    return [`${literal.path}:${literal.line}: ${key} is ${status}: ${detail}`];
  });
  const unneeded = [...excused].filter((key) => verdicts.get(key)?.status !== 'unknown');
  return {
    count: verdicts.size,
    findings: [
      ...findings,
      ...unneeded.map((key) => `the list of undecided expressions needs ${key} no more`),
    ],
  };
}
