import { z } from 'zod';
import { more } from './shape-options.js';

/** Numbers and ranges of pages, such as `1-3,7`: at most a hundred. */
const PAGES = /^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?){0,99}$/;
const MAX_CHARACTERS = 1_200;

/** Settings of a PDF that is made from a PDF. */
export const pdfOptions = z.strictObject({
  pages: z
    .string()
    .max(MAX_CHARACTERS)
    .regex(PAGES, 'pages and ranges, such as 1-3,7')
    .optional()
    .describe('Pages and ranges that are taken, in this order, such as 1-3,7. Left out, all of them.'),
  split: z
    .enum(['none', 'each', 'ranges'])
    .default('none')
    .describe(
      'One file of all pages, one of each page, or one of each range in `pages`; several come in a zip.',
    ),
  rotate: z.literal([0, 90, 180, 270]).default(0).describe('Degrees to the right.'),
  linearise: z
    .boolean()
    .default(false)
    .describe('Whether a browser can show the first page before it has the whole file.')
    .meta(more),
});

/** See {@link pdfOptions}. */
export type PdfOptions = z.infer<typeof pdfOptions>;

/** One page, or all pages from one to another; descending if the first is larger. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** @param text - as {@link PdfOptions.pages} */
export const pageRanges = (text: string): readonly PageRange[] =>
  text.split(',').map((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return { from, to };
  });
