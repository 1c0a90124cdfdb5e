import type { ByteReader } from '../byte-reader.js';
import type { Facts } from '../facts.js';
import { corrupt, cutShort } from './corrupt.js';
import { Window } from './window.js';

/** BITMAPCOREHEADER, the one with 16-bit sizes. */
const CORE_HEADER_BYTES = 12;
const DEPTHS = new Set([1, 4, 8, 16, 24, 32]);

/** Reads the file and bitmap headers (Microsoft, "Bitmap storage"), and that the rows are all there. */
export async function inspectBmp(reader: ByteReader): Promise<Facts> {
  const window = new Window(reader);
  const head = await window.take(0, 26);
  const dataOffset = head.readUInt32LE(10);
  const core = head.readUInt32LE(14) === CORE_HEADER_BYTES;
  const widthPx = core ? head.readUInt16LE(18) : head.readInt32LE(18);
  // A negative height means rows from top to bottom.
  const heightPx = core ? head.readUInt16LE(20) : Math.abs(head.readInt32LE(22));
  const rest = core ? undefined : await window.take(26, 8);
  const bits = rest ? rest.readUInt16LE(2) : head.readUInt16LE(24);
  const compression = rest ? rest.readUInt32LE(4) : 0;
  if (widthPx <= 0 || heightPx <= 0) throw corrupt('its size is zero or negative');
  if (!DEPTHS.has(bits)) throw corrupt(`${bits} bits per pixel is no depth of a BMP`);
  if (dataOffset >= reader.sizeBytes) throw cutShort();
  const isRunLength = compression === 1 || compression === 2;
  const rowBytes = Math.ceil((widthPx * bits) / 32) * 4;
  if (!isRunLength && dataOffset + rowBytes * heightPx > reader.sizeBytes) throw cutShort();
  return { widthPx, heightPx };
}
