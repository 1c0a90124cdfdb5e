import { AppError } from '@filemill/errors';
import type { Box, BoxWalker } from '../../bytes/isobmff-boxes.js';

/** Bytes of one entry of each table of a track, and the offset of its count. */
const TABLES: Readonly<Record<string, { countAt: number; entryBytes: number }>> = {
  stts: { countAt: 4, entryBytes: 8 },
  ctts: { countAt: 4, entryBytes: 8 },
  stsc: { countAt: 4, entryBytes: 12 },
  stco: { countAt: 4, entryBytes: 4 },
  co64: { countAt: 4, entryBytes: 8 },
  stss: { countAt: 4, entryBytes: 4 },
  elst: { countAt: 4, entryBytes: 12 },
};

/** If less than this share of the declared samples is present, no reader can produce a result. */
const LEAST_PRESENT = 1 / 20;

/**
 * Refuses a table that declares more entries than the file can hold, and sample sizes of which the file holds hardly any:
 * decoders allocate memory by the declared numbers.
 *
 * @throws {AppError} FILE_TOO_LARGE
 */
export async function checkTable(walker: BoxWalker, box: Box): Promise<void> {
  const table = TABLES[box.type];
  if (!table && box.type !== 'stsz' && box.type !== 'stz2') return;
  const { sizeBytes } = walker.window;
  const head = await walker.content(box, 12);
  if (table) {
    if (head.length < 8) return;
    refuseAbove(sizeBytes, head.readUInt32BE(table.countAt) * table.entryBytes);
    return;
  }
  if (head.length < 12) return;
  const count = head.readUInt32BE(8);
  // stz2 packs sizes into 4, 8 or 16 bits; stsz has one size for all, or 32 bits each.
  const sampleBytes = box.type === 'stz2' ? 0 : head.readUInt32BE(4);
  const entryBits = box.type === 'stz2' ? (head[7] ?? 16) : 32;
  if (sampleBytes === 0) refuseAbove(sizeBytes, (count * entryBits) / 8);
  else refuseAbove(sizeBytes, sampleBytes * count * LEAST_PRESENT);
}

function refuseAbove(sizeBytes: number, declaredBytes: number): void {
  if (declaredBytes <= sizeBytes) return;
  throw new AppError('FILE_TOO_LARGE', { message: 'The file declares more samples than it can hold.' });
}
