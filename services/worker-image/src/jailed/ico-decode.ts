import { decodeBitmap, readHeader } from './bmp-decode.js';
import { PictureError } from './picture-error.js';
import type { Pixels } from './pixels.js';

const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const ENTRY_BYTES = 16;
const MAX_ENTRIES = 256;
/** Of BITMAPINFOHEADER. */
const MIN_PICTURE_BYTES = 40;

interface Entry {
  /** Empty if the entry points outside the file, or to no picture. */
  readonly picture: Buffer;
  readonly isPng: boolean;
  readonly area: number;
  readonly bits: number;
}

/** A picture of an icon: the bytes of a PNG, or RGBA pixels. */
export interface DecodedIcon {
  readonly picture: Buffer | Pixels;
  /** Number of larger pictures that cannot be read, and the total. */
  readonly missing: number;
  readonly total: number;
}

/**
 * The largest readable picture of an icon, the one with most colours among equals.
 *
 * @param from - number of largest pictures to skip
 * @throws {PictureError} FILE_CORRUPT if there is none
 */
export function decodeIco(file: Buffer, from = 0): DecodedIcon {
  const entries = Array.from({ length: Math.min(file.readUInt16LE(4), MAX_ENTRIES) }, (_, i) =>
    entryAt(file, i),
  );
  entries.sort((a, b) => b.area - a.area || b.bits - a.bits);
  const total = entries.length;
  for (const [missing, { picture, isPng }] of entries.entries()) {
    if (missing < from || picture.length === 0) continue;
    try {
      return { picture: isPng ? picture : withMask(picture), missing, total };
    } catch (error) {
      // The offset points outside; the next smaller one may be complete.
      if (!(error instanceof PictureError || error instanceof RangeError)) throw error;
    }
  }
  throw new PictureError('FILE_CORRUPT', 'it holds no picture');
}

/** Size and depth from the picture's own header; if that is broken, from the directory, where 0 means 256. */
function entryAt(file: Buffer, index: number): Entry {
  const at = 6 + index * ENTRY_BYTES;
  const [bytes, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
  // A length that is too short for any header is wrong: the picture tells its own size.
  const picture = file.subarray(offset, bytes < MIN_PICTURE_BYTES ? undefined : offset + bytes);
  const isPng = picture.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC);
  try {
    if (offset + bytes > file.length) throw new RangeError('outside the file');
    if (isPng) {
      return { picture, isPng, area: picture.readUInt32BE(16) * picture.readUInt32BE(20), bits: 32 };
    }
    const { widthPx, heightPx, bits } = readHeader(picture, 0, true);
    return { picture, isPng, area: widthPx * heightPx, bits };
  } catch {
    const area = (file.readUInt8(at) || 256) * (file.readUInt8(at + 1) || 256);
    return { picture: Buffer.alloc(0), isPng, area, bits: 0 };
  }
}

/** Colours, followed by a mask of one bit a pixel for transparency; 32-bit pictures have their own alpha channel. */
function withMask(picture: Buffer): Pixels {
  const header = readHeader(picture, 0, true);
  const colours = decodeBitmap(picture, 0, undefined, true);
  if (colours.missingRows) throw new PictureError('FILE_CORRUPT', 'it ends too early');
  if (colours.channels === 4) return colours;
  const { widthPx, heightPx } = header;
  const colourBytes = Math.ceil((widthPx * header.bits) / 32) * 4 * heightPx;
  const mask = picture.subarray(header.headerBytes + header.paletteSize * 4 + colourBytes);
  const maskRow = Math.ceil(widthPx / 32) * 4;
  const data = Buffer.alloc(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      colours.data.copy(data, i * 4, i * 3, i * 3 + 3);
      const bit = (mask[(heightPx - 1 - y) * maskRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7));
      data[i * 4 + 3] = bit ? 0 : 255;
    }
  }
  return { data, widthPx, heightPx, channels: 4 };
}
