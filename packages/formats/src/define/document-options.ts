import { z } from 'zod';
import { pageRanges } from './page-ranges.js';
import { more } from './shape-options.js';

/** The units of lengths and of a part, shown beside them. */
const mm = { unit: 'mm' } as const;
const points = { unit: 'pt' } as const;
const percent = { unit: '%' } as const;
const dpi = { unit: 'dpi' } as const;

/** Sizes of paper in hundredths of a millimetre, upright: ISO 216 and ANSI Y14.1. */
export const PAPERS = {
  a3: [29_700, 42_000],
  a4: [21_000, 29_700],
  a5: [14_800, 21_000],
  a6: [10_500, 14_800],
  letter: [21_590, 27_940],
  legal: [21_590, 35_560],
  tabloid: [27_940, 43_180],
} as const;
/** A key of {@link PAPERS}. */
export type Paper = keyof typeof PAPERS;
const paperNames = Object.keys(PAPERS) as [Paper, ...Paper[]];

const paper = z.enum(paperNames).optional().describe('Size of the paper; left out, that of the document.');
const orientation = z
  .enum(['portrait', 'landscape'])
  .optional()
  .describe('Whether the paper stands upright or lies on its side; left out, as in the document.');
const margins = z
  .int()
  .min(0)
  .max(60)
  .optional()
  .describe('Empty space on each side of a page; left out, as in the document.')
  .meta(mm);

/** What pages are laid out on. */
const paperOptions = { paper, orientation, margins };

/** Text of the pages of a PDF. */
export const pageTextOptions = z.strictObject({
  pages: pageRanges,
  layout: z
    .enum(['keep', 'flow'])
    .default('keep')
    .describe('Words where they stand on the page, or lines one after the other as they are read.'),
});

/** A Word file of the pages of a PDF. */
export const wordOptions = z.strictObject({
  pages: pageRanges,
  layout: z
    .enum(['flow', 'exact'])
    .default('flow')
    .describe('Text that flows and is easy to edit, or pages that look the same, with the text in boxes.'),
});

/** Lines and curves of the pages of a PDF, a file for each. */
export const pageDrawingOptions = z.strictObject({ pages: pageRanges });

/** Pictures of the pages of a PDF. */
export const pagePictureOptions = z.strictObject({
  pages: pageRanges,
  dpi: z
    .int()
    .min(36)
    .max(600)
    .default(150)
    .describe('Pixels for each inch of the page: 72 for a screen, 300 for print.')
    .meta(dpi),
  grey: z.boolean().default(false).describe('Shades of grey instead of colours.'),
});

/** A document laid out by LibreOffice: text. */
export const writerPageOptions = z.strictObject({
  ...paperOptions,
  emptyPages: z
    .boolean()
    .default(false)
    .describe('Also the empty pages that stand between a left and a left page.')
    .meta(more),
});

/** Of sheets. */
export const sheetPageOptions = z.strictObject({
  ...paperOptions,
  sheetFit: z
    .enum(['width', 'page', 'none'])
    .default('width')
    .describe(
      'Columns of a wide sheet on one page, each sheet on one page of its own size (only all of them), or as the file says.',
    ),
  sheet: z.int().min(1).max(1_000).optional().describe('Number of the only sheet; left out, all of them.'),
});

/** Of slides. */
export const slidePageOptions = z.strictObject({
  notes: z
    .boolean()
    .default(false)
    .describe("Also a page with the speaker's notes for each slide, behind the slides."),
  hiddenSlides: z.boolean().default(false).describe('Also the slides that a show leaves out.').meta(more),
});

/** What LibreOffice does for every PDF that it writes. */
export const officePdfOptions = z.strictObject({
  pages: pageRanges,
  quality: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Quality of the pictures inside, from 1 (smallest file) to 100 (best).'),
  lossless: z.boolean().default(false).describe('Pictures without any loss: a larger file.').meta(more),
  imageDpi: z
    .literal([75, 150, 300, 600, 1200])
    .optional()
    .describe('Most pixels for each inch of a picture inside; larger ones become smaller.')
    .meta({ ...dpi, ...more }),
  pdfa: z
    .enum(['none', '1a', '2b', '3b'])
    .default('none')
    .describe('Exported as PDF/A, for archives: everything that a reader needs is inside.'),
  bookmarks: z
    .boolean()
    .default(true)
    .describe('Headings as a table of contents beside the pages.')
    .meta(more),
  tagged: z
    .boolean()
    .default(false)
    .describe('The structure of the text, which programs need that read it aloud.')
    .meta(more),
  forms: z
    .enum(['keep', 'flat'])
    .default('keep')
    .describe('Whether the fields of a form can be filled in, or are only drawn.')
    .meta(more),
  openAt: z
    .enum(['page', 'bookmarks', 'thumbnails'])
    .default('page')
    .describe('What a reader shows first: the page alone, its bookmarks, or small pictures of all pages.')
    .meta(more),
});

/** The same of a text. */
export const writerPdfOptions = officePdfOptions.extend({
  comments: z
    .enum(['drop', 'notes'])
    .default('drop')
    .describe('Whether comments are left out, or become notes of the PDF.')
    .meta(more),
});

/** A book or a web page that a browser prints. */
export const printOptions = z.strictObject({
  ...paperOptions,
  fontSize: z
    .int()
    .min(6)
    .max(30)
    .optional()
    .describe('Size of plain text; headings follow from it.')
    .meta(points),
  scale: z
    .int()
    .min(50)
    .max(200)
    .default(100)
    .describe('How large everything on the page is.')
    .meta({ ...percent, ...more }),
  backgrounds: z.boolean().default(true).describe('Colours and pictures behind the text.').meta(more),
  pageNumbers: z.boolean().default(true).describe('The number of each page at its foot.').meta(more),
});
