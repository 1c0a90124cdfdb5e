import type { DataFormat } from '@filemill/formats';
import { encodeText, LINE_ENDS } from '../csv/table-text.js';
import { decodeHtml, decodeText } from '../text/decode.js';
import { readDelimited, writeDelimited, writeMarkdown } from './delimited.js';
import { readIni, writeIni } from './ini.js';
import { JsonReader, readJsonLines, writeJson, writeJsonLines } from './json.js';
import { type Conversion, type DataOptions, Refused, type Value } from './model.js';
import { readPlist, writePlist } from './plist.js';
import { readSheets, writeSheets } from './sheets.js';
import { type Table, tablesOf } from './tables.js';
import { readXml, writeXml } from './xml.js';

/** Reads a file of one format. Libraries are loaded when they are needed: that is most of the time of a small file. */
type Reader = (
  file: { bytes: () => Buffer; path: string },
  conversion: Conversion,
  options: DataOptions,
) => Value | Promise<Value>;

/** The text of a file that declares no encoding, without its byte order mark. */
const textReader =
  (read: (text: string, conversion: Conversion, options: DataOptions) => Value | Promise<Value>): Reader =>
  ({ bytes }, conversion, options) =>
    read(decodeText(bytes()), conversion, options);

/** By format; a format that is only written is missing. */
export const READERS: { readonly [F in DataFormat]?: Reader } = {
  json: textReader((text, conversion) => new JsonReader(text, conversion).read()),
  jsonl: textReader(readJsonLines),
  yaml: textReader(async (text, conversion) => (await import('./yaml.js')).readYaml(text, conversion)),
  toml: textReader(async (text, conversion) => (await import('./toml.js')).readToml(text, conversion)),
  xml: textReader(readXml),
  plist: ({ bytes }, conversion) => readPlist(bytes(), decodeText, conversion),
  ini: textReader(readIni),
  csv: textReader((text, conversion, options) => readDelimited(text, undefined, conversion, options)),
  tsv: textReader((text, conversion, options) => readDelimited(text, '\t', conversion, options)),
  sheets: textReader(readSheets),
  html: async ({ bytes }, conversion, options) =>
    (await import('./page.js')).readPage(decodeHtml(bytes()), conversion, options),
  sqlite: async ({ path }, conversion) => (await import('./sqlite.js')).readSqlite(path, conversion),
  parquet: async ({ path }, conversion) => (await import('./parquet.js')).readParquet(path, conversion),
  msgpack: async ({ bytes }, conversion) =>
    (await import('./packed.js')).readMessagePack(bytes(), conversion),
  cbor: async ({ bytes }, conversion) => (await import('./packed.js')).readCbor(bytes(), conversion),
  bson: async ({ bytes }, conversion) => (await import('./packed.js')).readBson(bytes(), conversion),
};

/** What a writer makes: contents of files, or nothing if it has written the file itself. */
type Content = string | Uint8Array;
type Writer = (
  value: Value,
  conversion: Conversion,
  path: string,
  options: DataOptions,
) => Promise<readonly Content[]> | readonly Content[];

const one =
  (write: (value: Value, conversion: Conversion, options: DataOptions) => Content): Writer =>
  (value, conversion, _path, options) => [inLines(write(value, conversion, options), options)];
/** All tables, or the one that the user wants. */
function wantedOf(tables: readonly Table[], sheet: number | undefined): readonly Table[] {
  const wanted = sheet === undefined ? tables : tables.slice(sheet - 1, sheet);
  if (wanted.length === 0) throw new Refused('sheet');
  return wanted;
}
/** One file for each wanted table. */
const each =
  (write: (table: Table, conversion: Conversion, options: DataOptions) => string): Writer =>
  (value, conversion, _path, options) => {
    const wanted = wantedOf(tablesOf(value, conversion), options.sheet);
    return wanted.map((table) => encodeText(write(table, conversion, options), options.encoding));
  };
/** Line ends of a text whose values have none of their own. */
const inLines = (content: Content, { lineEnd = 'lf' }: DataOptions): Content =>
  typeof content === 'string' && lineEnd === 'crlf' ? content.replaceAll('\n', LINE_ENDS.crlf) : content;

/** By format; a format that is only read is missing. */
export const WRITERS: { readonly [F in DataFormat]?: Writer } = {
  json: one(writeJson),
  jsonl: one(writeJsonLines),
  yaml: async (value, _conversion, _path, options) => [
    inLines((await import('./yaml.js')).writeYaml(value, options), options),
  ],
  toml: async (value, conversion, _path, options) => [
    inLines((await import('./toml.js')).writeToml(value, conversion), options),
  ],
  xml: one(writeXml),
  plist: one(writePlist),
  ini: one(writeIni),
  csv: each(writeDelimited),
  tsv: each((table, conversion, options) =>
    writeDelimited(table, conversion, { ...options, delimiter: 'tab' }),
  ),
  markdown: one((value, conversion) => writeMarkdown(tablesOf(value, conversion), conversion)),
  sheets: one((value, conversion) => writeSheets(tablesOf(value, conversion), conversion)),
  async sqlite(value, conversion, path) {
    (await import('./sqlite.js')).writeSqlite(tablesOf(value, conversion), path, conversion);
    return [];
  },
  async parquet(value, conversion, _path, { sheet }) {
    const { writeParquet } = await import('./parquet.js');
    return wantedOf(tablesOf(value, conversion), sheet).map((table) => writeParquet(table, conversion));
  },
  msgpack: async (value, conversion) => [(await import('./packed.js')).writeMessagePack(value, conversion)],
  cbor: async (value) => [(await import('./packed.js')).writeCbor(value)],
  bson: async (value, conversion) => [(await import('./packed.js')).writeBson(value, conversion)],
};

const MB = 1024 ** 2;
/** Bytes of input. The parser of YAML takes a hundred times as much memory, and a second for each two megabytes. */
const MAX_BYTES = 128 * MB;
const SMALLER: { readonly [F in DataFormat]?: number } = { yaml: 16 * MB, toml: 32 * MB };

/** @throws {Refused} if a file is too large for its reader */
export function checkSize(format: DataFormat, sizeBytes: number): void {
  if (sizeBytes > (SMALLER[format] ?? MAX_BYTES)) throw new Refused('large');
}
