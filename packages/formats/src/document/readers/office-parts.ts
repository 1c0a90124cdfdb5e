import { AppError } from '@filemill/errors';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { readZipDirectory, readZipText } from '../../bytes/zip.js';
import { readLocalEntries, readLocalText } from '../../bytes/zip-local-entries.js';
import { OFFICE_PARTS, type OfficePart } from '../../define/document-engines.js';

/** What the names of entries show: ECMA-376 part 1, annex A; OpenDocument 1.3 part 2. */
const NAMES: Readonly<Partial<Record<OfficePart, RegExp>>> = {
  pictures: /^(?:word|xl|ppt)\/media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg)$|^Pictures\/[^/]+$/i,
  media: /^(?:ppt|word)\/media\/[^/]+\.(?:mp3|mp4|m4a|m4v|wav|wma|wmv|avi|mov)$|^Media\/[^/]+$/i,
  charts: /^(?:word|xl|ppt)\/charts\/chart\d*\.xml$/,
  comments: /^(?:word|xl)\/comments\d*\.xml$|^xl\/threadedComments\/|^ppt\/comments\//,
  layout: /^word\/(?:header|footer)\d*\.xml$/,
  scripts: /\/vbaProject\.bin$|^Basic\/[^/]+\/(?!script-lb)[^/]+\.xml$/,
};
/** What the text of the main entries shows. */
const MARKS: Readonly<Partial<Record<OfficePart, readonly string[]>>> = {
  formulas: ['<f>', '<f ', 'table:formula="'],
  links: ['<w:hyperlink ', '<hyperlink ', '<a:hlinkClick ', '<text:a '],
  comments: ['<office:annotation ', '<office:annotation>'],
  charts: ['application/vnd.oasis.opendocument.chart'],
  layout: ['<style:header>', '<style:footer>'],
  pictures: ['<draw:image'],
  media: ['<draw:plugin '],
};
/** The entries with the text, and those that say what else there is. */
const MAIN =
  /^(?:word\/document|xl\/worksheets\/sheet\d+|ppt\/slides\/slide\d+|content|styles|META-INF\/manifest)\.xml$/;
/** A longer entry is not searched: what it holds besides text goes unreported. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
const MAX_ENTRIES = 64;
/** [MS-CFB] 2.2. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** What an office file holds besides plain text and values, as far as it can be read; nothing for another file. */
export async function readOfficeParts(reader: ByteReader): Promise<OfficePart[]> {
  const found = new Set<OfficePart>();
  const text = await flatText(reader);
  if (text !== '') markIn(text, found);
  else
    for (const { name, read } of await partsIn(reader)) {
      for (const part of OFFICE_PARTS) if (NAMES[part]?.test(name) === true) found.add(part);
      if (MAIN.test(name)) markIn((await read().catch(nothingOfDamaged)) ?? '', found);
    }
  return OFFICE_PARTS.filter((part) => found.has(part));
}

/** An entry of a zip, and its text unless that is too long. */
interface Part {
  readonly name: string;
  readonly read: () => Promise<string | undefined>;
}

/** The entries of a zip; of one whose directory is lost, those at its beginning. */
async function partsIn(reader: ByteReader): Promise<Part[]> {
  // The zips in a binary Office file are other documents.
  if ((await reader.read(0, COMPOUND_FILE.length)).equals(COMPOUND_FILE)) return [];
  const directory = await readZipDirectory(reader).catch(nothingOfDamaged);
  const parts =
    directory?.entries.map((entry) => ({
      name: entry.name,
      read: () => readZipText(reader, entry, MAX_TEXT_BYTES),
    })) ??
    readLocalEntries(await reader.read(0, Math.min(reader.sizeBytes, MAX_TEXT_BYTES))).map((entry) => ({
      name: entry.name,
      read: () => readLocalText(entry, MAX_TEXT_BYTES),
    }));
  // Some programs write the separators of Windows.
  const named = parts.map((part) => ({ ...part, name: part.name.replaceAll('\\', '/') }));
  const main = named.filter(({ name }) => MAIN.test(name));
  return [...named.filter(({ name }) => !MAIN.test(name)), ...main.slice(0, MAX_ENTRIES)];
}

/** For a part that cannot be read; the engine decides about the file. */
function nothingOfDamaged(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** A flat OpenDocument file; of other formats nothing is known. */
async function flatText(reader: ByteReader): Promise<string> {
  const head = (await reader.read(0, 4_096)).toString('latin1');
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(head) || !head.includes('<office:document')) return '';
  return (await reader.read(0, Math.min(reader.sizeBytes, MAX_TEXT_BYTES))).toString('latin1');
}

function markIn(text: string, found: Set<OfficePart>): void {
  for (const part of OFFICE_PARTS) if (MARKS[part]?.some((mark) => text.includes(mark))) found.add(part);
}
