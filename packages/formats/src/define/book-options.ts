import { z } from 'zod';
import type { CalibreWrite } from './document-engines.js';
import { more } from './shape-options.js';

/** Points of a millimetre. */
const POINTS = 72 / 25.4;

/** calibre's output profiles whose screen or fonts differ. */
const DEVICES = [
  ...['kindle', 'kindle_pw3', 'kindle_oasis', 'kindle_scribe', 'kobo', 'nook_color', 'pocketbook_inkpad3'],
  ...['sony', 'tablet', 'generic_eink_hd'],
] as const;

/** What calibre does for every book that it writes, apart from a device. */
const bookShape = {
  fontSize: z
    .int()
    .min(6)
    .max(30)
    .optional()
    .describe('Size of plain text; headings follow from it.')
    .meta({ unit: 'pt' }),
  margins: z
    .int()
    .min(0)
    .max(60)
    .optional()
    .describe('Empty space on each side of a page; left out, as in the document.')
    .meta({ unit: 'mm' }),
  align: z
    .enum(['original', 'left', 'justify'])
    .default('original')
    .describe('Whether the right side of the text is ragged or straight.'),
  lineHeight: z
    .int()
    .min(100)
    .max(250)
    .optional()
    .describe('Distance of lines, in parts of the size of the letters.')
    .meta({ unit: '%', ...more }),
  paragraphs: z
    .enum(['keep', 'indent', 'space'])
    .default('keep')
    .describe('What parts paragraphs: as in the book, an indented first line, or an empty line.')
    .meta(more),
  ligatures: z
    .boolean()
    .default(false)
    .describe('Letters that are joined in one character, such as ﬁ, stay joined.')
    .meta(more),
  punctuation: z
    .enum(['keep', 'typographic', 'plain'])
    .default('keep')
    .describe('Quotes, dashes and dots as in the book, as in print, or as on a keyboard.')
    .meta(more),
  tables: z
    .enum(['keep', 'lines'])
    .default('keep')
    .describe('Whether tables stay, or become lines of text, which small screens show better.')
    .meta(more),
  asciiOnly: z
    .boolean()
    .default(false)
    .describe('Other letters are written with those of English: for devices without their fonts.')
    .meta(more),
  details: z
    .boolean()
    .default(false)
    .describe('A first page with the title, the author and the description of the book.')
    .meta(more),
};

const epubShape = {
  epubVersion: z.enum(['2', '3']).default('2').describe('Old readers open only version 2.').meta(more),
  contents: z.boolean().default(false).describe('Also a page with the contents, inside the book.').meta(more),
};
const device = z
  .enum(DEVICES)
  .optional()
  .describe('Pictures and fonts get sizes that suit this reader; left out, nothing is made smaller.');

/** By the settings that have an effect in a format. */
const SHAPES: Readonly<Record<NonNullable<CalibreWrite['settings']>, z.ZodRawShape>> = (() => {
  const { margins, fontSize, lineHeight, ...words } = bookShape;
  const { ligatures, ...old } = words;
  return {
    epub: { device, ...bookShape, ...epubShape },
    kindle: { device, ...bookShape },
    'old kindle': old,
    page: { fontSize, lineHeight, ...words },
  };
})();

/** Settings of the engine `calibre` for a format. */
export const bookOptions = ({ settings }: CalibreWrite): z.ZodObject | undefined =>
  settings && z.strictObject(SHAPES[settings]);

const ALL = z.object({ device, ...bookShape, ...epubShape }).partial();

/**
 * Turns the user's settings into arguments of ebook-convert.
 *
 * @see https://manual.calibre-ebook.com/generated/en/ebook-convert.html
 */
export function bookArguments(options: Readonly<Record<string, unknown>>): readonly string[] {
  const chosen = ALL.parse(options);
  const margin = chosen.margins === undefined ? undefined : (chosen.margins * POINTS).toFixed(1);
  const sides = ['left', 'right', 'top', 'bottom'];
  return [
    ...(chosen.device ? [`--output-profile=${chosen.device}`] : []),
    // Otherwise the sizes of the book stay.
    ...(chosen.fontSize === undefined
      ? ['--disable-font-rescaling']
      : [`--base-font-size=${chosen.fontSize}`]),
    ...(margin === undefined ? [] : sides.map((side) => `--margin-${side}=${margin}`)),
    ...(chosen.align && chosen.align !== 'original' ? [`--change-justification=${chosen.align}`] : []),
    ...(chosen.lineHeight === undefined ? [] : [`--minimum-line-height=${chosen.lineHeight}`]),
    ...(chosen.paragraphs === 'indent' ? ['--remove-paragraph-spacing'] : []),
    ...(chosen.paragraphs === 'space' ? ['--insert-blank-line'] : []),
    ...(chosen.ligatures ? ['--keep-ligatures'] : []),
    ...(chosen.punctuation === 'typographic' ? ['--smarten-punctuation'] : []),
    ...(chosen.punctuation === 'plain' ? ['--unsmarten-punctuation'] : []),
    ...(chosen.tables === 'lines' ? ['--linearize-tables'] : []),
    ...(chosen.asciiOnly ? ['--asciiize'] : []),
    ...(chosen.details ? ['--insert-metadata'] : []),
    ...(chosen.epubVersion === '3' ? ['--epub-version=3'] : []),
    ...(chosen.contents ? ['--epub-inline-toc'] : []),
  ];
}

/** Arguments of ebook-convert for a book without a table of contents, which it would make of any links that it finds. */
export const CONTENTS_OF_HEADINGS = ['--level1-toc=//h:h1', '--level2-toc=//h:h2'] as const;
