import type { ByteReader } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';
import { checkSpans, checkTableCount, checkTableTags, countGlyphs, type Table } from './tables.js';

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/**
 * OpenType: the table directory, and the two tables that store the number of glyphs (ISO/IEC 14496-22). Checksums are not
 * compared: many fonts in use have wrong ones, no program minds, and our outputs have correct ones.
 */
export async function inspectSfnt(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const count = (await window.take(4, 2)).readUInt16BE(0);
  checkTableCount(count);
  const directory = await window.take(HEADER_BYTES, count * ENTRY_BYTES);
  const tables = Array.from({ length: count }, (_, i): Table => {
    const entry = directory.subarray(i * ENTRY_BYTES, (i + 1) * ENTRY_BYTES);
    const length = entry.readUInt32BE(12);
    return {
      tag: entry.toString('latin1', 0, 4),
      offset: entry.readUInt32BE(8),
      length,
      unpackedBytes: length,
    };
  });
  checkTableTags(tables);
  checkSpans(tables, HEADER_BYTES + directory.length, reader.sizeBytes);
  return countGlyphs(tables, (table, length) => reader.read(table.offset, Math.min(length, table.length)));
}

/** Header and first tag of a table directory. */
const HEAD_BYTES = 16;
/** Versions of an OpenType file, which WOFF repeats after its own magic number. */
const OUTLINES: Readonly<Record<string, string>> = { '\0\x01\0\0': 'ttf', true: 'ttf', OTTO: 'otf' };
const COLLECTION = 'ttcf';
const PACKED: Readonly<Record<string, string>> = { wOFF: 'woff', wOF2: 'woff2' };

/** The format of a font, or the id of known content. */
export async function detectFont(content: Content): Promise<string | undefined> {
  const head = content.head.subarray(0, HEAD_BYTES);
  const [magic, next] = [head.toString('latin1', 0, 4), head.toString('latin1', 4, 8)];
  const packed = PACKED[magic];
  if (packed) return next === COLLECTION ? 'ttc' : Object.hasOwn(OUTLINES, next) ? packed : undefined;
  // The magic numbers are also words. The table count after them is below 256, so it begins with a NUL; a text has none.
  if (head.length < HEAD_BYTES || head[4] !== 0 || head[5] === 0) return undefined;
  if (magic === COLLECTION) return 'ttc';
  if (magic === 'typ1') return magic;
  const isTag = /^[ -~]{4}$/.test(head.toString('latin1', 12, 16));
  return isTag ? OUTLINES[magic] : undefined;
}
