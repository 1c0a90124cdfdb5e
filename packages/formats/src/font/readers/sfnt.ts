import type { ByteReader } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/forward-window.js';
import type { Facts } from '../../define/facts.js';
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
