import { writeFile } from 'node:fs/promises';
import type { SaverArguments } from '@filemill/formats';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { PictureError } from './picture-error.js';
import type { PictureWrite } from './protocol.js';

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** A kind of icon: its sizes, and how it stores a picture of each. */
interface IconKind {
  /** Rising. */
  readonly sizes: readonly number[];
  /** Stored as PNG; smaller ones as bitmaps, which every reader supports. */
  readonly pngFrom: number;
  container(entries: readonly IconEntry[]): Buffer;
}

/** A picture of an icon, as it is stored. */
interface IconEntry {
  readonly size: number;
  readonly bytes: Buffer;
}

/** Sizes that Windows and browsers use. */
const WINDOWS = { sizes: [16, 24, 32, 48, 64, 128, 256], pngFrom: 256 } as const;
const ICON = 1;
const CURSOR = 2;

/** By the saver of the output. */
const KINDS: Readonly<Partial<Record<PictureWrite['saver'], IconKind>>> = {
  'own icon': { ...WINDOWS, container: (entries) => directoryAnd(entries, ICON) },
  // No larger: readers take the side 0, which means 256, as it is.
  'own cursor': {
    sizes: WINDOWS.sizes.slice(0, -1),
    pngFrom: 256,
    container: (entries) => directoryAnd(entries, CURSOR),
  },
  'own icon family': { sizes: [16, 32, 64, 128, 256, 512, 1_024], pngFrom: 0, container: family },
};

/** The largest side that an output can have; undefined if it is no icon. */
export const largestIconSide = (saver: PictureWrite['saver']): number | undefined =>
  KINDS[saver]?.sizes.at(-1);

/**
 * Encodes an icon with the picture at every usual size that does not enlarge it, on a transparent square.
 *
 * @param onlySize - the side of its only picture, if the user wants one
 * @returns side of the largest, in pixels
 */
export async function writeIcon(
  path: string,
  saver: PictureWrite['saver'],
  picture: Sharp,
  longerSidePx: number,
  onlySize?: SaverArguments[string],
): Promise<number> {
  const kind = KINDS[saver];
  if (!kind) throw new PictureError('ENGINE_FAILED', `no icon ${saver}`);
  const usual = kind.sizes.filter((size, i) => i === 0 || size <= longerSidePx);
  const sizes = typeof onlySize === 'number' && onlySize > 0 ? [onlySize] : usual;
  const largest = sizes.at(-1) ?? 0;
  const { data, info } = await picture
    .resize(largest, largest, { fit: 'contain', background: TRANSPARENT })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  const entries = await Promise.all(
    sizes.map(async (size) => {
      const scaled = open().resize(size, size);
      if (size >= kind.pngFrom) return { size, bytes: await scaled.png().toBuffer() };
      return { size, bytes: bitmap(await scaled.raw().toBuffer(), size) };
    }),
  );
  await writeFile(path, kind.container(entries), { flag: 'wx' });
  return largest;
}

/** Of Windows. @param type - icon or cursor, whose place that clicks is the top left corner */
function directoryAnd(entries: readonly IconEntry[], type: number): Buffer {
  const directory = Buffer.alloc(6 + entries.length * 16);
  directory.writeUInt16LE(type, 2);
  directory.writeUInt16LE(entries.length, 4);
  let offset = directory.length;
  for (const [i, { size, bytes }] of entries.entries()) {
    const at = 6 + i * 16;
    // 0 means 256.
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    if (type === ICON) directory.writeUInt16LE(1, at + 4);
    if (type === ICON) directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(bytes.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([directory, ...entries.map(({ bytes }) => bytes)]);
}

/** Apple's types of PNG by side; those of 32 and 64 are half that on a screen of double density. */
const FAMILY_TYPES: Readonly<Record<number, string>> = {
  16: 'icp4',
  32: 'ic11',
  64: 'ic12',
  128: 'ic07',
  256: 'ic08',
  512: 'ic09',
  1024: 'ic10',
};

/** Of Apple: a type and a length before each picture. */
function family(entries: readonly IconEntry[]): Buffer {
  const parts = entries.map(({ size, bytes }) => chunk(FAMILY_TYPES[size] ?? '', bytes));
  return chunk('icns', Buffer.concat(parts));
}

function chunk(type: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32BE(head.length + bytes.length, 4);
  return Buffer.concat([head, bytes]);
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
