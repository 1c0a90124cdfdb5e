import { z } from 'zod';
import type { PandocSetting, PandocWrite } from './document-engines.js';
import { more } from './shape-options.js';

/** By name of the setting, in the order of the form. */
const SHAPE = {
  toc: z.boolean().describe('A table of contents at the start.'),
  tocDepth: z
    .int()
    .min(1)
    .max(6)
    .default(3)
    .describe('Levels of headings in the table of contents.')
    .meta(more),
  numberSections: z.boolean().default(false).describe('Numbers before headings, such as 1.2.'),
  headingShift: z
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('Levels by which each heading is lowered: with 1 a first heading becomes a second one.')
    .meta(more),
  wrap: z
    .int()
    .min(40)
    .max(200)
    .optional()
    .describe('Longest line of the source, in characters; left out, a paragraph is one line.'),
  headingStyle: z
    .enum(['marks', 'lines'])
    .default('marks')
    .describe('Headings with # before them, or with a line below them.')
    .meta(more),
  referenceLinks: z
    .boolean()
    .default(false)
    .describe('Addresses at the end of the text instead of behind the words that link to them.')
    .meta(more),
  math: z
    .enum(['text', 'mathml'])
    .default('text')
    .describe('Formulas as letters, or as MathML, which browsers draw.')
    .meta(more),
  codeStyle: z
    .enum(['pygments', 'tango', 'kate', 'monochrome', 'none'])
    .default('pygments')
    .describe('Colours of programs in the text.')
    .meta(more),
  topLevel: z
    .enum(['section', 'chapter', 'part'])
    .default('section')
    .describe('What the highest headings are.')
    .meta(more),
  chapterLevel: z
    .int()
    .min(1)
    .max(6)
    .default(1)
    .describe('Headings down to this level begin a file of their own inside the book.')
    .meta(more),
  asciiCodes: z
    .boolean()
    .default(false)
    .describe('Letters that English lacks are written as codes, which every program passes on.')
    .meta(more),
  lineEnd: z
    .enum(['lf', 'crlf'])
    .optional()
    .describe('What ends a line: LF for Linux and macOS, CRLF for Windows; left out, as the format has it.')
    .meta(more),
} as const satisfies Readonly<Record<PandocSetting, z.ZodType>>;

/** Settings of the engine `pandoc` for a format. */
export function markupOptions({ settings = [], arguments: args }: PandocWrite): z.ZodObject | undefined {
  if (settings.length === 0) return undefined;
  const isWanted = (name: string): boolean => settings.some((setting) => setting === name);
  const shape = Object.entries(SHAPE).filter(([name]) => isWanted(name));
  const toc = SHAPE.toc.default(args.includes('--toc'));
  return z.strictObject(Object.fromEntries(shape.map(([name, each]) => [name, name === 'toc' ? toc : each])));
}

/**
 * Turns the user's settings into arguments of pandoc; they follow those of the format, and only what differs from the
 * default is said.
 *
 * @see https://pandoc.org/MANUAL.html
 */
export function markupArguments(
  write: PandocWrite,
  options: Readonly<Record<string, unknown>>,
): readonly string[] {
  const schema = markupOptions(write);
  if (!schema) return write.arguments;
  const chosen = schema.strip().parse(options) as Partial<z.infer<z.ZodObject<typeof SHAPE>>>;
  const { toc, codeStyle, topLevel } = chosen;
  return [
    ...write.arguments.filter((argument) => argument !== '--toc' || toc !== false),
    ...(toc && !write.arguments.includes('--toc') ? ['--toc'] : []),
    ...(chosen.tocDepth === undefined || chosen.tocDepth === 3 ? [] : [`--toc-depth=${chosen.tocDepth}`]),
    ...(chosen.numberSections ? ['--number-sections'] : []),
    ...(chosen.headingShift ? [`--shift-heading-level-by=${chosen.headingShift}`] : []),
    ...(chosen.wrap === undefined ? [] : ['--wrap=auto', `--columns=${chosen.wrap}`]),
    ...(chosen.headingStyle === 'lines' ? ['--markdown-headings=setext'] : []),
    ...(chosen.referenceLinks ? ['--reference-links'] : []),
    ...(chosen.math === 'mathml' ? ['--mathml'] : []),
    ...(codeStyle === 'none' ? ['--no-highlight'] : []),
    ...(codeStyle && !['none', 'pygments'].includes(codeStyle) ? [`--highlight-style=${codeStyle}`] : []),
    ...(topLevel && topLevel !== 'section' ? [`--top-level-division=${topLevel}`] : []),
    ...(chosen.chapterLevel && chosen.chapterLevel > 1
      ? [`--epub-chapter-level=${chosen.chapterLevel}`]
      : []),
    ...(chosen.asciiCodes ? ['--ascii'] : []),
    ...(chosen.lineEnd ? [`--eol=${chosen.lineEnd}`] : []),
  ];
}
