import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

const MAX_ENTRIES = 64;
/** Type, length, and the header of a PNG up to its size. */
const START_BYTES = 32;
/** Sides of the pictures without a header of their own. */
const SIDES: Readonly<Record<string, number>> = { is32: 16, il32: 32, ih32: 48, it32: 128 };

/** The side of the largest picture; damaged if an entry leads out of the file. */
export async function readIcns(reader: ByteReader): Promise<Facts> {
  let largest = 0;
  let place = 8;
  for (let i = 0; i < MAX_ENTRIES && place + 8 <= reader.sizeBytes; i++) {
    const start = await reader.read(place, START_BYTES);
    const length = start.readUInt32BE(4);
    const isPng = start.length === START_BYTES && start.toString('latin1', 9, 12) === 'PNG';
    const side = isPng ? start.readUInt32BE(24) : (SIDES[start.toString('latin1', 0, 4)] ?? 0);
    largest = Math.max(largest, side);
    if (length < 8 || place + length > reader.sizeBytes) break;
    place += length;
  }
  const facts = largest > 0 ? { widthPx: largest, heightPx: largest, hasAlpha: true } : {};
  return place === reader.sizeBytes ? facts : { ...facts, damage: 'it ends too early' };
}
