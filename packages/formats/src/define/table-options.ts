import { z } from 'zod';
import type { DataFormat } from './document-engines.js';
import { more } from './shape-options.js';

const lineEnd = z
  .enum(['lf', 'crlf'])
  .optional()
  .describe('What ends a line: LF for Linux and macOS, CRLF for Windows; left out, as the format has it.')
  .meta(more);
const sortKeys = z
  .boolean()
  .default(false)
  .describe('Names of values in the order of the alphabet instead of that of the source.');
const records = z
  .enum(['objects', 'arrays'])
  .default('objects')
  .describe('A row of a table as names with values, or as a list of values below a list of the names.')
  .meta(more);
const indent = (min: number, byDefault: number) =>
  z
    .int()
    .min(min)
    .max(8)
    .default(byDefault)
    .describe('Spaces before each inner level; 0 writes it all in one line.');

const sheet = z
  .int()
  .min(1)
  .max(1_000)
  .optional()
  .describe('Number of the only sheet; left out, all of them.');

/** How the text of a table is written. */
const tableTextOptions = {
  encoding: z
    .enum(['utf-8', 'utf-8-bom', 'utf-16le'])
    .default('utf-8')
    .describe('How letters are stored. Excel finds accents in UTF-8 only with a mark (BOM) at its start.'),
  lineEnd,
  quote: z
    .enum(['needed', 'all'])
    .default('needed')
    .describe('Quotes around the cells that need them, or around all.')
    .meta(more),
  sheet,
};
const delimiter = z
  .enum(['comma', 'semicolon', 'tab', 'pipe'])
  .default('comma')
  .describe('What stands between two cells of a row.');
const header = z.boolean().default(true).describe('The names of the columns in the first row.');

/** CSV of a spreadsheet. */
export const sheetCsvOptions = z.strictObject({ delimiter, ...tableTextOptions });
/** Options of {@link sheetCsvOptions} and the data engine, parsed. */
export type TableTextOptions = Partial<z.infer<typeof sheetCsvOptions>>;

/** By format that the engine `data` writes. */
const WRITERS: { readonly [F in DataFormat]?: z.ZodRawShape } = {
  csv: { delimiter, ...tableTextOptions, header },
  tsv: { ...tableTextOptions, header },
  json: { indent: indent(0, 2), sortKeys, records, lineEnd },
  jsonl: { sortKeys, records, lineEnd },
  yaml: {
    sortKeys,
    yamlStyle: z
      .enum(['block', 'flow'])
      .default('block')
      .describe('A line for each value, or brackets as in JSON.'),
    lineEnd,
  },
  toml: { sortKeys, lineEnd },
  xml: { indent: indent(0, 2), sortKeys, lineEnd },
  ini: { sortKeys, lineEnd },
  plist: { sortKeys },
  msgpack: { sortKeys },
  cbor: { sortKeys },
  bson: { sortKeys },
};
const headerRow = z
  .enum(['auto', 'yes', 'no'])
  .default('auto')
  .describe('Whether the first row holds the names of the columns; automatic looks at the cells.');
/** By format that it reads. */
const READERS: { readonly [F in DataFormat]?: z.ZodRawShape } = {
  csv: { headerRow },
  tsv: { headerRow },
  html: { headerRow },
  sheets: { headerRow, sheet },
};

/** Settings of the engine `data` for two formats; those of reading come last. */
export const dataOptions = (from?: DataFormat, to?: DataFormat): z.ZodObject =>
  z.strictObject({ ...(to && WRITERS[to]), ...(from && READERS[from]) });
