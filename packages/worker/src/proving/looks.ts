import { readFileSync, statSync } from 'node:fs';
import type { Tried } from './prove-options.js';

/** What the looks of all workers share. */

/** @throws {Error} with the number that was seen, if it is further away than that */
export function near(seen: number, wanted: number, tolerance: number): void {
  if (!(Math.abs(seen - wanted) <= tolerance)) throw new Error(`${seen} instead of ${wanted}`);
}

/** Size of a result's first file. */
export const bytesOf = ({ path }: { readonly path: string }): number => statSync(path).size;

/**
 * A larger file for a higher value, between those of both bounds.
 *
 * @param slack - by which factor the size of the same may differ
 */
export const grows = (least: unknown, most: unknown, slack = 1) =>
  async function see({ result, with: withOther }: Tried): Promise<void> {
    const small = bytesOf(await withOther(least));
    const bytes = bytesOf(result);
    const large = bytesOf(await withOther(most));
    if (!(small < large && small <= bytes * slack && bytes <= large * slack))
      throw new Error(`${bytes} bytes are not between ${small} and ${large}`);
  };

/**
 * For a setting without a measurable effect: another value of it makes another result, and the same value makes the same
 * one again.
 *
 * @param read - what of a file counts
 */
export const differsIn = (read: (path: string) => Buffer | string | Promise<string>) =>
  async function see({ value, values, result, with: withOther }: Tried): Promise<void> {
    const seen = async (other: unknown): Promise<string> =>
      (await read((await withOther(other)).path)).toString('latin1');
    const own = (await read(result.path)).toString('latin1');
    if ((await seen(value)) !== own)
      throw new Error('no two results are the same: it needs a look of its own');
    for (const other of values) if (other !== value && (await seen(other)) !== own) return;
    throw new Error('every value makes the same');
  };

/** {@link differsIn} the whole file. */
export const differs = differsIn((path) => readFileSync(path));
