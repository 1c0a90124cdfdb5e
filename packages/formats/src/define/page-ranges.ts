import { z } from 'zod';

/** Of a page: more than any document has that is converted. */
const MAX_DIGITS = 5;
const PART = `\\d{1,${MAX_DIGITS}}(?:-(?:\\d{1,${MAX_DIGITS}})?)?`;
/** Parts begin after a comma and hold none, so that each character fits one place of the pattern. */
const RANGES = new RegExp(`^${PART}(?:,${PART}){0,19}$`);
const MAX_TEXT = 120;
const LAST_PAGE = 10 ** MAX_DIGITS - 1;

/** Pages to keep, such as `1-3,7,9-`. */
export const pageRanges = z
  .string()
  .max(MAX_TEXT)
  .regex(RANGES)
  .refine((text) => rangesOf(text).length > 0)
  .optional()
  .describe('Which pages, such as 1-3,7 or 5-; left out, all of them.')
  .meta({ examples: ['1-3,7'] });

/** The first and the last of some pages, from 1. */
export type PageRange = readonly [first: number, last: number];

/**
 * The pages of a text that {@link pageRanges} accepts: in their own order, each once.
 *
 * @returns empty if it names only page 0
 */
export function rangesOf(text: string): readonly PageRange[] {
  const parts = text.split(',').map((part): PageRange => {
    const [first = '', last = first] = part.split('-');
    const ends = [Number(first), last === '' ? LAST_PAGE : Number(last)];
    return [Math.max(1, Math.min(...ends)), Math.max(...ends)];
  });
  const merged: [number, number][] = [];
  for (const [first, last] of parts.filter(([, end]) => end > 0).sort(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}
