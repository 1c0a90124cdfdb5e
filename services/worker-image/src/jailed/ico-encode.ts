import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import sharp from 'sharp';

/** Sizes that Windows and browsers use. */
const SIZES_PX = [16, 24, 32, 48, 64, 128, 256] as const;
const LARGEST_PX = 256;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Encodes an icon with the picture at every usual size that does not enlarge it, on a transparent square.
 * 256 pixels are stored as PNG, the others as bitmaps, which every reader supports.
 *
 * @returns side of the largest, in pixels
 */
export async function writeIco(path: string, picture: Sharp, longerSidePx: number): Promise<number> {
  const sizes = SIZES_PX.filter((size, i) => i === 0 || size <= longerSidePx);
  const largest = sizes.at(-1) ?? SIZES_PX[0];
  const { data, info } = await picture
    .resize(largest, largest, { fit: 'contain', background: TRANSPARENT })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  const entries = await Promise.all(
    sizes.map(async (size) => {
      const scaled = open().resize(size, size);
      if (size === LARGEST_PX) return { size, bytes: await scaled.png().toBuffer() };
      return { size, bytes: bitmap(await scaled.raw().toBuffer(), size) };
    }),
  );
  await writeFile(path, container(entries), { flag: 'wx' });
  return largest;
}

function container(entries: readonly { size: number; bytes: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + entries.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(entries.length, 4);
  let offset = directory.length;
  for (const [i, { size, bytes }] of entries.entries()) {
    const at = 6 + i * 16;
    // 0 means 256.
    directory.writeUInt8(size % LARGEST_PX, at);
    directory.writeUInt8(size % LARGEST_PX, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(bytes.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([directory, ...entries.map(({ bytes }) => bytes)]);
}

/** Header with doubled height, colours bottom row first as BGRA, then the one-bit mask for readers without alpha. */
function bitmap(rgba: Buffer, size: number): Buffer {
  const maskRow = Math.ceil(size / 32) * 4;
  const out = Buffer.alloc(40 + size * size * 4 + maskRow * size);
  out.writeUInt32LE(40, 0);
  out.writeInt32LE(size, 4);
  out.writeInt32LE(size * 2, 8);
  out.writeUInt16LE(1, 12);
  out.writeUInt16LE(32, 14);
  out.writeUInt32LE(size * size * 4, 20);
  const mask = out.subarray(40 + size * size * 4);
  for (let y = 0; y < size; y++) {
    const row = size - 1 - y;
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const to = 40 + (row * size + x) * 4;
      out[to] = rgba[from + 2] as number;
      out[to + 1] = rgba[from + 1] as number;
      out[to + 2] = rgba[from] as number;
      out[to + 3] = rgba[from + 3] as number;
      if (rgba[from + 3] === 0)
        mask[row * maskRow + (x >> 3)] = (mask[row * maskRow + (x >> 3)] as number) | (0x80 >> (x & 7));
    }
  }
  return out;
}
