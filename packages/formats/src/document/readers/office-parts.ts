import { AppError } from '@filemill/errors';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { readZipDirectory, readZipText, type ZipEntry } from '../../bytes/zip.js';
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

/** What an office file holds besides plain text and values; nothing for a file that is not a readable zip or XML. */
export async function readOfficeParts(reader: ByteReader): Promise<OfficePart[]> {
  const found = new Set<OfficePart>();
  const isZip = (await reader.read(0, 2)).toString('latin1') === 'PK';
  if (!isZip) markIn(await flatText(reader), found);
  else
    await readEntries(reader, found).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  return OFFICE_PARTS.filter((part) => found.has(part));
}

async function readEntries(reader: ByteReader, found: Set<OfficePart>): Promise<void> {
  const { entries } = await readZipDirectory(reader);
  for (const part of OFFICE_PARTS)
    if (entries.some(({ name }) => NAMES[part]?.test(name) === true)) found.add(part);
  for (const entry of entries.filter(({ name }) => MAIN.test(name)).slice(0, MAX_ENTRIES))
    markIn(await textOf(reader, entry), found);
}

const textOf = async (reader: ByteReader, entry: ZipEntry): Promise<string> =>
  (await readZipText(reader, entry, MAX_TEXT_BYTES)) ?? '';

/** A flat OpenDocument file; of other formats nothing is known. */
async function flatText(reader: ByteReader): Promise<string> {
  const head = (await reader.read(0, 4_096)).toString('latin1');
  if (!head.includes('<office:document')) return '';
  return (await reader.read(0, Math.min(reader.sizeBytes, MAX_TEXT_BYTES))).toString('latin1');
}

function markIn(text: string, found: Set<OfficePart>): void {
  for (const part of OFFICE_PARTS) if (MARKS[part]?.some((mark) => text.includes(mark))) found.add(part);
}
