import { crc32, createInflate } from 'node:zlib';
import type { RowCount } from './natives.js';

/** Samples of a pixel by colour type (W3C PNG, third edition, table 8). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const INTERLACED = 1;

/** Number of rows in the compressed data of a PNG, regardless of checksums. */
export async function pngRows(png: Buffer): Promise<RowCount> {
  const [widthPx, rows] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bits = png.readUInt8(24) * (SAMPLES[png.readUInt8(25)] ?? 0);
  // One byte before each row names its filter.
  const rowBytes = 1 + Math.ceil((widthPx * bits) / 8);
  const unpacked = await unpackedBytes(dataOf(png), rows * rowBytes);
  if (png.readUInt8(28) === INTERLACED) return { rows, missing: unpacked.isWhole ? 0 : -1 };
  return { rows, missing: rows - Math.min(rows, Math.floor(unpacked.length / rowBytes)) };
}

/** The parts of the compressed data, in order (W3C PNG, third edition, 11.2.3). */
function* dataOf(png: Buffer): Generator<Buffer> {
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') yield png.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
}

/** Number of valid bytes before the data end or are invalid, counted up to `enough`. */
function unpackedBytes(
  parts: Iterable<Buffer>,
  enough: number,
): Promise<{ length: number; isWhole: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ length: number; isWhole: boolean }>();
  const inflate = createInflate();
  let length = 0;
  const end = (isWhole: boolean): void => {
    resolve({ length, isWhole });
    inflate.destroy();
  };
  inflate.on('data', (bytes: Buffer) => {
    length += bytes.length;
    if (length >= enough) end(true);
  });
  inflate.on('end', () => end(true));
  inflate.on('error', () => end(false));
  for (const part of parts) inflate.write(part);
  inflate.end();
  return promise;
}

/** The parts of a PNG that a PDF needs: size, channels, and compressed rows. */
interface PngData {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3;
  readonly data: Buffer;
}

const COLOUR_TYPE_GREY = 0;

/** Extracts them from a PNG without palette, alpha and interlacing. */
export function pngData(png: Buffer): PngData {
  return {
    widthPx: png.readUInt32BE(16),
    heightPx: png.readUInt32BE(20),
    channels: png.readUInt8(25) === COLOUR_TYPE_GREY ? 1 : 3,
    data: Buffer.concat([...dataOf(png)]),
  };
}

/** A chunk of a PNG (PNG 3, 5.3). @param type - four letters */
export function pngChunk(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - type.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** The first bytes of every PNG. */
export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** One chunk of a PNG. */
interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a PNG up to the first one that is cut; checksums do not count. */
export function pngChunksIn(png: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    if (end > png.length) break;
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}
