import type { ByteReader } from '../../bytes/byte-reader.js';
import { corrupt } from '../../bytes/corrupt.js';
import { Window } from '../../bytes/window.js';
import type { Facts } from '../../detect/facts.js';

/** BITMAPCOREHEADER, the one with 16-bit sizes. */
const CORE_HEADER_BYTES = 12;
/** Of BITMAPV5HEADER; those of OS/2 have 16 to 64 bytes. */
const MAX_HEADER_BYTES = 256;
const DEPTHS = new Set([1, 2, 4, 8, 16, 24, 32]);

/** `BM` is also the start of many words: the header behind it must be one. */
export function isBmp(head: Buffer): boolean {
  if (head.length < 26 || head.toString('latin1', 0, 2) !== 'BM') return false;
  const headerBytes = head.readUInt32LE(14);
  return headerBytes >= CORE_HEADER_BYTES && headerBytes <= MAX_HEADER_BYTES && DEPTHS.has(depthOf(head));
}

const isCore = (head: Buffer): boolean => head.readUInt32LE(14) === CORE_HEADER_BYTES;
const depthOf = (head: Buffer): number => {
  const at = isCore(head) ? 24 : 28;
  return head.length >= at + 2 ? head.readUInt16LE(at) : 0;
};

/** The file and bitmap headers (Microsoft, "Bitmap storage"); damaged if rows are missing. */
export async function readBmpLimits(reader: ByteReader): Promise<Facts> {
  const window = new Window(reader);
  const head = await window.take(0, 26);
  const core = isCore(head);
  const widthPx = core ? head.readUInt16LE(18) : head.readInt32LE(18);
  // A negative height means rows from top to bottom.
  const heightPx = core ? head.readUInt16LE(20) : Math.abs(head.readInt32LE(22));
  if (widthPx <= 0 || heightPx <= 0) throw corrupt('its size is zero or negative');
  const rest = reader.sizeBytes >= 34 ? await window.take(26, 8) : undefined;
  const bits = core ? head.readUInt16LE(24) : (rest?.readUInt16LE(2) ?? 0);
  const isPlain = core || (rest?.readUInt32LE(4) ?? 0) === 0;
  const rowBytes = Math.ceil((widthPx * bits) / 32) * 4;
  const isShort = isPlain && head.readUInt32LE(10) + rowBytes * heightPx > reader.sizeBytes;
  return isShort ? { widthPx, heightPx, damage: 'it ends too early' } : { widthPx, heightPx };
}
