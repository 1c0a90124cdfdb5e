import type { Box, BoxWalker } from './isobmff-boxes.js';
import { corrupt } from './window.js';

/** Bytes of one entry of each table of a track, and where its count stands. */
const TABLES: Readonly<Record<string, { countAt: number; entryBytes: number }>> = {
  stts: { countAt: 4, entryBytes: 8 },
  ctts: { countAt: 4, entryBytes: 8 },
  stsc: { countAt: 4, entryBytes: 12 },
  stco: { countAt: 4, entryBytes: 4 },
  co64: { countAt: 4, entryBytes: 8 },
  stss: { countAt: 4, entryBytes: 4 },
  elst: { countAt: 4, entryBytes: 12 },
};

/**
 * Refuses a table that declares more entries than its box has room for, and more samples than the file has bytes:
 * decoders allocate by the declared numbers.
 *
 * @throws {AppError} FILE_CORRUPT
 */
export async function checkTable(walker: BoxWalker, box: Box): Promise<void> {
  const table = TABLES[box.type];
  if (!table && box.type !== 'stsz' && box.type !== 'stz2') return;
  const head = await walker.content(box, 12);
  if (table) {
    if (head.length < 8) throw corrupt('a table is cut short');
    const room = box.end - box.start - 8;
    if (head.readUInt32BE(table.countAt) * table.entryBytes > room)
      throw corrupt('a table is larger than its box');
    return;
  }
  if (head.length < 12) throw corrupt('a table is cut short');
  const count = head.readUInt32BE(8);
  // stz2 packs sizes into 4, 8 or 16 bits; stsz has one size for all, or 32 bits each.
  const sampleBytes = box.type === 'stz2' ? 0 : head.readUInt32BE(4);
  const entryBits = box.type === 'stz2' ? (head[7] ?? 16) : 32;
  if (sampleBytes === 0 && (count * entryBits) / 8 > box.end - box.start - 12)
    throw corrupt('a table is larger than its box');
  if (sampleBytes * count > walker.window.sizeBytes)
    throw corrupt('it declares more samples than it can hold');
}
