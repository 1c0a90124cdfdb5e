import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const { version }: { version: string } = require('recheck/package.json');
/** Time limit for one expression. A decidable one takes seconds; a busy machine gets many times as long. */
const TIMEOUT_MS = 120_000;
/** Steps bound the search for an attack, not time: the result is the same on a busy machine. */
const PARAMETERS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** A regular expression. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** Whether an expression takes linear time, with its complexity, an attack or the cause of doubt. */
export interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly detail: string;
}

/**
 * Finds out by `recheck` whether matching takes more than linear time on some input. Verdicts are kept in a file: only new
 * expressions take time.
 *
 * @returns by `keyOf`
 */
export async function findVerdicts(
  expressions: readonly Expression[],
  cacheFile: string,
): Promise<ReadonlyMap<string, Verdict>> {
  const known = readCache(cacheFile);
  const verdicts = new Map<string, Verdict>();
  const waiting: Expression[] = [];
  for (const expression of new Map(expressions.map((each) => [keyOf(each), each])).values()) {
    const verdict = known[cacheKey(expression)];
    if (verdict) verdicts.set(keyOf(expression), verdict);
    else waiting.push(expression);
  }
  if (waiting.length > 0) {
    const check = loadChecker();
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        verdicts.set(keyOf(next), await check(next));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  }
  writeCache(cacheFile, expressions, verdicts);
  return verdicts;
}

/** The expression as it is written in code. */
export const keyOf = ({ source, flags }: Expression): string => `/${source}/${flags}`;

const cacheKey = (expression: Expression): string =>
  createHash('sha256')
    .update(JSON.stringify([version, PARAMETERS, keyOf(expression)]))
    .digest('base64url');

/** The library's native program; its version in JavaScript takes ten times as long. */
function loadChecker(): (expression: Expression) => Promise<Verdict> {
  process.env.RECHECK_BACKEND = 'native';
  const { check }: typeof import('recheck') = require('recheck');
  return async ({ source, flags }) => {
    const found = await check(source, flags, { ...PARAMETERS, timeout: TIMEOUT_MS });
    if (found.status === 'safe') return { status: 'safe', detail: found.complexity.summary };
    if (found.status === 'vulnerable')
      return {
        status: 'vulnerable',
        detail: `${found.complexity.summary}, as with ${found.attack.pattern}`,
      };
    const { error } = found;
    return { status: 'unknown', detail: 'message' in error ? `${error.kind}: ${error.message}` : error.kind };
  };
}

type Cache = Readonly<Record<string, Verdict>>;

function readCache(file: string): Cache {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // none yet, or half of one
  }
}

/** Saves the decided verdicts; an expression that reached the time limit is tried again. */
function writeCache(
  file: string,
  expressions: readonly Expression[],
  verdicts: ReadonlyMap<string, Verdict>,
): void {
  const decided = expressions.flatMap((each) => {
    const verdict = verdicts.get(keyOf(each));
    return verdict && verdict.status !== 'unknown' ? [[cacheKey(each), verdict]] : [];
  });
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(Object.fromEntries(decided)));
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    console.log(`The verdicts are not kept: ${(error as Error).message}`);
  }
}
