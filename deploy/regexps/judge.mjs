import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const VERSION = require('recheck/package.json').version;
/** Time limit for one expression. A decidable one takes seconds; a busy machine gets many times as long. */
const TIMEOUT_MS = 120_000;
/** Steps bound the search for an attack, not time: the result is the same on a busy machine. */
const PARAMETERS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** @typedef {{ status: 'safe' | 'vulnerable' | 'unknown', detail: string }} Verdict */

/**
 * Whether matching takes more than linear time on some input, by `recheck`. Verdicts are kept in a file, by the
 * expression: only new ones take time.
 *
 * @param {readonly { source: string, flags: string }[]} expressions
 * @param {string} cacheFile
 * @returns {Promise<Map<string, Verdict>>} by `keyOf`
 */
export async function judge(expressions, cacheFile) {
  const known = readCache(cacheFile);
  const verdicts = new Map();
  const waiting = [];
  for (const expression of new Map(expressions.map((each) => [keyOf(each), each])).values()) {
    const verdict = known[cacheKey(expression)];
    if (verdict) verdicts.set(keyOf(expression), verdict);
    else waiting.push(expression);
  }
  if (waiting.length > 0) {
    const check = await checker();
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        verdicts.set(keyOf(next), await check(next));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  }
  writeCache(cacheFile, expressions, verdicts);
  return verdicts;
}

export const keyOf = ({ source, flags }) => `/${source}/${flags}`;

const cacheKey = (expression) =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, PARAMETERS, keyOf(expression)]))
    .digest('base64url');

/** The program inside the library's package; the one in JavaScript takes ten times as long. */
async function checker() {
  process.env.RECHECK_BACKEND = 'native';
  const { check } = require('recheck');
  return async ({ source, flags }) => {
    const { status, complexity, attack, error } = await check(source, flags, {
      ...PARAMETERS,
      timeout: TIMEOUT_MS,
    });
    if (status === 'vulnerable')
      return { status, detail: `${complexity.summary}, as with ${attack.pattern}` };
    if (status === 'safe') return { status, detail: complexity.summary };
    return { status, detail: [error.kind, error.message].filter(Boolean).join(': ') };
  };
}

function readCache(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // none yet, or half of one
  }
}

/** Saves the decided verdicts; an expression that reached the time limit is tried again. */
function writeCache(file, expressions, verdicts) {
  const entries = expressions.map((each) => [cacheKey(each), verdicts.get(keyOf(each))]);
  const decided = Object.fromEntries(entries.filter(([, { status }]) => status !== 'unknown'));
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(decided));
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    if (error.code !== 'EACCES') throw error;
    console.log(`The verdicts are not kept: ${error.message}`);
  }
}
