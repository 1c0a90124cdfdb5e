import { z } from 'zod';
import { targetSize } from './options.js';
import { pageRanges } from './page-ranges.js';
import { more } from './shape-options.js';

/** The quality that leaves the pictures of a PDF as they are. */
const AS_THEY_ARE = 100;

/** Settings of a PDF that is made from one picture, or one of several pages. */
export const pdfPictureOptions = z.strictObject({
  quality: z
    .int()
    .min(1)
    .max(AS_THEY_ARE)
    .default(AS_THEY_ARE)
    .describe(
      'Of pictures: 100 keeps them as they are; with less they become JPEG, and below 60 have fewer pixels.',
    ),
  targetSize,
});

/** See {@link pdfPictureOptions}. */
export type PdfPictureOptions = z.infer<typeof pdfPictureOptions>;

/** Settings of a PDF that is made from a PDF. */
export const pdfOptions = pdfPictureOptions.extend({
  pictureDpi: z
    .int()
    .min(36)
    .max(1_200)
    .optional()
    .describe('Most pixels of a picture for each inch of its page: those with more become smaller.')
    .meta({ unit: 'dpi', ...more }),
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

/** How pictures of a PDF are encoded again. */
export interface PictureRecoding {
  /** Of JPEG, a whole number from 1 to 100. */
  readonly quality: number;
  /** Share of the sides that stays, up to 1. */
  readonly scale: number;
}

/** How large steps of a setting usually make a file, in proportion to each other: the lowest, some of them, the highest. */
export type UsualSizes = readonly (readonly [step: number, size: number])[];

/** The two rows between which something lies. */
function rowsAround(
  sizes: UsualSizes,
  column: 0 | 1,
  value: number,
): readonly [UsualSizes[number], UsualSizes[number]] {
  const above = sizes.findIndex((row) => row[column] >= value);
  const end = Math.max(1, above === -1 ? sizes.length - 1 : above);
  const [lower, higher] = sizes.slice(end - 1);
  if (!lower || !higher) throw new RangeError('usual sizes of fewer than two steps');
  return [lower, higher];
}

/** The usual size of a step: between two rows, logarithms of sizes are on a line. */
export function usualSizeOf(sizes: UsualSizes, step: number): number {
  const [[from, small], [to, large]] = rowsAround(sizes, 0, step);
  return small * (large / small) ** ((step - from) / (to - from));
}

/** The inverse of {@link usualSizeOf}. */
export function stepOfUsualSize(sizes: UsualSizes, size: number): number {
  const [[from, small], [to, large]] = rowsAround(sizes, 1, size);
  return from + ((to - from) * Math.log(size / small)) / Math.log(large / small);
}

/**
 * Usual sizes of pictures by the qualities of {@link recodingOf}, as measured between photos with grain, which grow more, and
 * screenshots, which grow less.
 */
export const PICTURE_SIZES: UsualSizes = [
  [1, 0.06],
  [60, 1],
  [80, 1.6],
  [90, 2.6],
  [95, 4],
  [98, 6],
  [AS_THEY_ARE, 9],
];

/** Below it, pictures become unsightly sooner by less quality than by fewer pixels. */
const LEAST_QUALITY = 60;
/** By which a picture loses 6 % of its pixels: fine enough to meet a target size. */
const LOG_SCALE_PER_STEP = 0.03;
/** Sides become smaller by this power of the share of its bytes that a picture is to keep. */
const SCALE_POWER = 0.75;

/**
 * What a quality from 1 to 100 does to pictures of a PDF; undefined if they stay as they are. JPEG has whole qualities only:
 * between two of them, pictures get the higher one, and so many pixels less that they become as small as is usual.
 */
export function recodingOf(quality: number): PictureRecoding | undefined {
  if (quality >= AS_THEY_ARE) return undefined;
  if (quality < LEAST_QUALITY)
    return { quality: LEAST_QUALITY, scale: Math.exp(LOG_SCALE_PER_STEP * (quality - LEAST_QUALITY)) };
  const whole = Math.ceil(quality);
  const share = usualSizeOf(PICTURE_SIZES, quality) / usualSizeOf(PICTURE_SIZES, whole);
  return { quality: whole, scale: share ** SCALE_POWER };
}
