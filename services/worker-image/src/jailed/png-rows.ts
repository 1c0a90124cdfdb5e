import { createInflate } from 'node:zlib';
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
