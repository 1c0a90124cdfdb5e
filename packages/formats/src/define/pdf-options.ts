import { z } from 'zod';
import { pageRanges } from './page-ranges.js';
import { more } from './shape-options.js';

/** Settings of a PDF that is made from a PDF. */
export const pdfOptions = z.strictObject({
  pages: pageRanges.describe(
    'Pages that are taken, in this order, such as 1-3,7 or 5-; left out, all of them.',
  ),
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

/** One page, or all pages from one to another; backwards if the first is larger. */
export interface PageRun {
  readonly from: number;
  readonly to: number;
}

/**
 * Pages in the order of the text, also several times.
 *
 * @param text - as {@link PdfOptions.pages}
 * @param count - of the document's pages, where a run without an end ends
 */
export const runsOf = (text: string, count: number): readonly PageRun[] =>
  text.split(',').map((run) => {
    const [from = '', to = from] = run.split('-');
    return { from: Number(from), to: to === '' ? count : Number(to) };
  });
