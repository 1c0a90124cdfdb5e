import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';

const FILE_HEADER_BYTES = 14;
/** BITMAPCOREHEADER, the one with 16-bit sizes. */
const CORE_HEADER_BYTES = 12;
/** Size of BITMAPV5HEADER; headers of OS/2 have 16 to 64 bytes. */
const MAX_HEADER_BYTES = 256;
const DEPTHS = new Set([1, 2, 4, 8, 16, 24, 32]);

/** `BM` is also the start of many words, so the header after it must be valid. */
export function isBmp(head: Buffer): boolean {
  if (head.length < 26 || head.toString('latin1', 0, 2) !== 'BM') return false;
  const headerBytes = head.readUInt32LE(14);
  return headerBytes >= CORE_HEADER_BYTES && headerBytes <= MAX_HEADER_BYTES && DEPTHS.has(depthOf(head));
}

/** BITMAPINFOHEADER, BITMAPV4HEADER and BITMAPV5HEADER: what Windows stores on its clipboard. */
const BARE_HEADERS = new Set([40, 108, 124]);
/** BI_RGB, BI_RLE8, BI_RLE4, BI_BITFIELDS and BI_ALPHABITFIELDS, with the depths that each allows. */
const DEPTHS_OF_PACKING: Readonly<Record<number, readonly number[]>> = {
  0: [1, 4, 8, 16, 24, 32],
  1: [8],
  2: [4],
  3: [16, 32],
  6: [16, 32],
};
/** Far above any clipboard bitmap; larger numbers cannot be a size. */
const MAX_BARE_SIDE_PX = 65_535;
const MAX_HINT_COLOURS = 256;
/** Some writers count two bytes after the rows, for old printers. */
const MAX_SIZE_SLACK_BYTES = 4;

/**
 * A bitmap without the 14 bytes of a file header (`.dib`). It has no magic number: every field of its header must be
 * valid, and its length must match.
 */
export function isBareBitmap(head: Buffer, sizeBytes: number): boolean {
  if (head.length < 40 || !BARE_HEADERS.has(head.readUInt32LE(0)) || head.readUInt16LE(12) !== 1)
    return false;
  const [widthPx, heightPx] = [head.readInt32LE(4), Math.abs(head.readInt32LE(8))];
  if (widthPx <= 0 || heightPx === 0 || Math.max(widthPx, heightPx) > MAX_BARE_SIDE_PX) return false;
  const [bits, packing, dataBytes] = [head.readUInt16LE(14), head.readUInt32LE(16), head.readUInt32LE(20)];
  if (!DEPTHS_OF_PACKING[packing]?.includes(bits)) return false;
  const [used, important] = [head.readUInt32LE(32), head.readUInt32LE(36)];
  const colours = bits <= 8 ? 2 ** bits : MAX_HINT_COLOURS;
  if (used > colours || important > colours) return false;
  const hasRuns = packing === 1 || packing === 2;
  const rowsBytes = Math.ceil((widthPx * bits) / 32) * 4 * heightPx;
  if (hasRuns) return dataBytes > 0 && dataBytes < sizeBytes;
  const saysItsSize = dataBytes >= rowsBytes && dataBytes <= rowsBytes + MAX_SIZE_SLACK_BYTES;
  return dataBytes === 0 || saysItsSize;
}

const isCore = (head: Buffer, at: number): boolean => head.readUInt32LE(at) === CORE_HEADER_BYTES;
const depthOf = (head: Buffer): number => {
  const at = isCore(head, FILE_HEADER_BYTES) ? 24 : 28;
  return head.length >= at + 2 ? head.readUInt16LE(at) : 0;
};

/** Reads the file and bitmap headers (Microsoft, "Bitmap storage"); damaged if rows are missing. */
export async function readBmpLimits(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const start = await window.take(0, 26);
  const hasFileHeader = start.toString('latin1', 0, 2) === 'BM';
  const at = hasFileHeader ? FILE_HEADER_BYTES : 0;
  const head = start.subarray(at);
  const core = isCore(head, 0);
  const widthPx = core ? head.readUInt16LE(4) : head.readInt32LE(4);
  // A negative height means that the top row comes first.
  const heightPx = core ? head.readUInt16LE(6) : Math.abs(head.readInt32LE(8));
  if (widthPx <= 0 || heightPx <= 0) throw corrupt('its size is zero or negative');
  const rest = reader.sizeBytes >= at + 20 ? await window.take(at + 12, 8) : undefined;
  const bits = core ? head.readUInt16LE(10) : (rest?.readUInt16LE(2) ?? 0);
  const isPlain = core || (rest?.readUInt32LE(4) ?? 0) === 0;
  const rowBytes = Math.ceil((widthPx * bits) / 32) * 4;
  const dataAt = hasFileHeader ? start.readUInt32LE(10) : await bareDataAt(window, bits);
  const isShort = isPlain && dataAt + rowBytes * heightPx > reader.sizeBytes;
  return isShort ? { widthPx, heightPx, damage: 'it ends too early' } : { widthPx, heightPx };
}

/** Size of an uncompressed bitmap: header, colours and rows. */
async function bareDataAt(window: ForwardWindow, bits: number): Promise<number> {
  const head = await window.take(0, 36);
  const used = head.readUInt32LE(32);
  return head.readUInt32LE(0) + 4 * (bits <= 8 ? used || 2 ** bits : used);
}
