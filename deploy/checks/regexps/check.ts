import { literalsBelow } from './literals.ts';
import type { Undecided } from './undecided.ts';
import { findVerdicts, keyOf } from './verdicts.ts';

/** What is checked. */
export interface CheckOptions {
  readonly root: string;
  /** Below the root. */
  readonly folders: readonly string[];
  /** Keeps the verdicts from one run to the next. */
  readonly cacheFile: string;
  readonly undecided: readonly Undecided[];
}

/** Result of a check. */
export interface CheckResult {
  /** Number of different expressions. */
  readonly count: number;
  /** One line for each expression that must change. */
  readonly findings: readonly string[];
}

/** Checks that no regular expression takes more than linear time. */
export async function checkRegexps({
  root,
  folders,
  cacheFile,
  undecided,
}: CheckOptions): Promise<CheckResult> {
  const literals = literalsBelow(root, folders);
  const verdicts = await findVerdicts(literals, cacheFile);
  const exceptions = new Set(undecided.map(keyOf));
  const findings = literals.flatMap((literal) => {
    const key = keyOf(literal);
    const verdict = verdicts.get(key);
    if (verdict?.status === 'safe' || (verdict?.status === 'unknown' && exceptions.has(key))) return [];
    return [`${literal.path}:${literal.line}: ${key} is ${verdict?.status}: ${verdict?.detail}`];
  });
  const unneeded = [...exceptions].filter((key) => verdicts.get(key)?.status !== 'unknown');
  return {
    count: verdicts.size,
    findings: [
      ...findings,
      ...unneeded.map((key) => `the list of undecided expressions does not need ${key}`),
    ],
  };
}
