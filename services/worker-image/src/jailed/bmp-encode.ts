import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

const FILE_HEADER_BYTES = 14;
const INFO_HEADER_BYTES = 40;
/** 72 dpi, which most readers ignore, but some require. */
const PIXELS_PER_METRE = 2_835;
const CHUNK_BYTES = 8 * 1_048_576;

/** Encodes a bitmap of 24 bits a pixel. @param rgb - row-major, top row first, widthPx * heightPx * 3 bytes */
export async function writeBmp(path: string, rgb: Buffer, widthPx: number, heightPx: number): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.write(header(widthPx, heightPx));
    await writeRows(file, rgb, widthPx, heightPx);
  } finally {
    await file.close();
  }
}

function header(widthPx: number, heightPx: number): Buffer {
  const imageBytes = rowBytesOf(widthPx) * heightPx;
  const head = Buffer.alloc(FILE_HEADER_BYTES + INFO_HEADER_BYTES);
  head.write('BM', 'latin1');
  head.writeUInt32LE(head.length + imageBytes, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(INFO_HEADER_BYTES, 14);
  head.writeInt32LE(widthPx, 18);
  head.writeInt32LE(heightPx, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  head.writeUInt32LE(imageBytes, 34);
  head.writeInt32LE(PIXELS_PER_METRE, 38);
  head.writeInt32LE(PIXELS_PER_METRE, 42);
  return head;
}

const rowBytesOf = (widthPx: number): number => Math.ceil((widthPx * 3) / 4) * 4;

/** Bottom row first, blue before red, in pieces, so that a picture of 100 MP is not held twice. */
async function writeRows(file: FileHandle, rgb: Buffer, widthPx: number, heightPx: number): Promise<void> {
  const rowBytes = rowBytesOf(widthPx);
  const rowsPerChunk = Math.max(1, Math.floor(CHUNK_BYTES / rowBytes));
  for (let bottom = heightPx; bottom > 0; bottom -= rowsPerChunk) {
    const rows = Math.min(rowsPerChunk, bottom);
    const chunk = Buffer.alloc(rows * rowBytes);
    for (let row = 0; row < rows; row++) {
      let from = (bottom - 1 - row) * widthPx * 3;
      let to = row * rowBytes;
      for (let x = 0; x < widthPx; x++, from += 3, to += 3) {
        chunk[to] = rgb[from + 2] as number;
        chunk[to + 1] = rgb[from + 1] as number;
        chunk[to + 2] = rgb[from] as number;
      }
    }
    await file.write(chunk);
  }
}
