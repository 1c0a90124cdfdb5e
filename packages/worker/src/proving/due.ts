import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** How far the list moves in a day. */
const STEP = 7;

/** The list, beginning at another place each day. */
export function rotatedToday<T>(all: readonly T[]): T[] {
  const start = all.length === 0 ? 0 : (Math.floor(Date.now() / DAY_MS) * STEP) % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}

/** Those of a list for which there is time, in its order. @param msOf - recorded duration: the choice does not depend on this machine */
export function upTo<T>(all: readonly T[], msOf: (one: T) => number, budgetMs: number): T[] {
  let leftMs = budgetMs;
  return all.filter((one) => {
    leftMs -= msOf(one);
    return leftMs >= 0;
  });
}

/** Writes a proof as a line of a file in a folder; nothing in an ordinary test run, which names none. */
export function keepProof(folder: string | undefined, proof: object): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(proof)}\n`);
}
