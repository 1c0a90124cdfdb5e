import { runLengthIndexes } from './bmp-rle.js';
import { PictureError } from './picture-error.js';
import { MIN_READABLE_SHARE, type Pixels } from './pixels.js';

const BI_RGB = 0;
const BI_RLE8 = 1;
const BI_RLE4 = 2;
const BI_BITFIELDS = 3;
const BI_ALPHABITFIELDS = 6;

/** The fields of a bitmap header of any version. */
interface BitmapHeader {
  readonly headerBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  /** Number of colours in the palette. */
  readonly paletteSize: number;
}

/**
 * Size of BITMAPCOREHEADER, and the shortest and longest of the others (a truncated OS/2 2.0 header; BITMAPV5HEADER
 * with room).
 */
const CORE_BYTES = 12;
const MIN_HEADER_BYTES = 16;
const MAX_HEADER_BYTES = 256;
/** Three masks follow a header that has no field for them. */
const MASK_TABLE_BYTES = 12;
const MAX_PIXELS = 100_000_000;
const DEPTHS = new Set([1, 2, 4, 8, 16, 24, 32]);

/**
 * Decodes a Windows or OS/2 bitmap of every depth, including run lengths and bit fields.
 *
 * @returns RGB or RGBA, row-major, top row first; missing rows are black
 * @throws {PictureError} FILE_CORRUPT; UNSUPPORTED_FORMAT for embedded JPEG or PNG (printers only) and OS/2's rare
 *   compressions
 */
export function decodeBmp(file: Buffer): Pixels {
  if (file.toString('latin1', 0, 2) !== 'BM') return decodeBitmap(file, 0, dataAtWithoutFileHeader(file));
  return decodeBitmap(file, 14, file.readUInt32LE(10));
}

/**
 * Offset of the rows in a bitmap without a file header. Pictures of more than 8 bits may have a palette too, as a hint for
 * screens with few colours.
 */
function dataAtWithoutFileHeader(file: Buffer): number {
  const { headerBytes, bits, compression, paletteSize } = readHeader(file, 0, false);
  const hasMaskTable = headerBytes === 40 && compression === BI_BITFIELDS;
  const colours = bits <= 8 ? paletteSize : file.readUInt32LE(32);
  return headerBytes + (hasMaskTable ? MASK_TABLE_BYTES : 0) + colours * 4;
}

/** Decodes a bitmap in a file. @param headerAt - offset of its header; @param dataAt - offset of its rows */
export function decodeBitmap(file: Buffer, headerAt: number, dataAt?: number, halfHeight = false): Pixels {
  const header = readHeader(file, headerAt, halfHeight);
  const masks = readMasks(file, headerAt, header);
  const hasMaskTable = header.headerBytes === 40 && header.compression === BI_BITFIELDS;
  const paletteAt = headerAt + header.headerBytes + (hasMaskTable ? MASK_TABLE_BYTES : 0);
  const entryBytes = header.headerBytes === CORE_BYTES ? 3 : 4;
  const paletteEnd = paletteAt + header.paletteSize * entryBytes;
  // Some writers set the offset of the rows to zero, or store fewer colours than the depth allows.
  const rowsAt = dataAt !== undefined && dataAt > paletteAt - 1 && dataAt < file.length ? dataAt : paletteEnd;
  const palette = file.subarray(paletteAt, Math.min(paletteEnd, rowsAt));
  const rows = file.subarray(rowsAt);
  if (header.bits <= 8) return decodeIndexed(header, palette, entryBytes, rows);
  return decodeDirect(header, rows, masks);
}

/**
 * Reads the header of a bitmap.
 *
 * @param halfHeight - the height in the header includes a mask, as in an icon
 * @throws {PictureError} FILE_CORRUPT, UNSUPPORTED_FORMAT, FILE_TOO_LARGE
 */
export function readHeader(file: Buffer, at: number, halfHeight: boolean): BitmapHeader {
  const headerBytes = file.readUInt32LE(at);
  const isCore = headerBytes === CORE_BYTES;
  if (!isCore && (headerBytes < MIN_HEADER_BYTES || headerBytes > MAX_HEADER_BYTES)) throw brokenHeader();
  const widthPx = isCore ? file.readUInt16LE(at + 4) : file.readInt32LE(at + 4);
  const signed = isCore ? file.readUInt16LE(at + 6) : file.readInt32LE(at + 8);
  const bits = file.readUInt16LE(at + (isCore ? 10 : 14));
  // Headers of OS/2 2.0 may be truncated: missing fields are zero.
  const field = (offset: number): number =>
    headerBytes >= offset + 4 ? file.readUInt32LE(at + offset) : BI_RGB;
  const compression = isCore ? BI_RGB : field(16);
  const used = isCore ? 0 : field(32);
  const heightPx = Math.abs(signed) / (halfHeight ? 2 : 1);
  const isOs2 = OS2_HEADERS.has(headerBytes);
  if (
    compression > BI_ALPHABITFIELDS ||
    compression === 4 ||
    compression === 5 ||
    (isOs2 && compression >= 3)
  ) {
    throw new PictureError('UNSUPPORTED_FORMAT', 'a bitmap that wraps another format');
  }
  if (widthPx <= 0 || heightPx < 1 || !Number.isInteger(heightPx) || !DEPTHS.has(bits)) throw brokenHeader();
  if (widthPx * heightPx > MAX_PIXELS) throw new PictureError('FILE_TOO_LARGE');
  // A palette larger than the depth needs is still in the file; with more than 8 bits it is only a hint.
  const paletteSize = bits <= 8 ? used || 2 ** bits : 0;
  return { headerBytes, widthPx, heightPx, topDown: signed < 0, bits, compression, paletteSize };
}

/** OS22XBITMAPHEADER, complete or truncated; its compressions 3 and 4 differ from Windows'. */
const OS2_HEADERS = new Set([16, 64]);

const brokenHeader = (): PictureError => new PictureError('FILE_CORRUPT', 'its bitmap header is broken');

type Masks = readonly [red: number, green: number, blue: number, alpha: number];

function readMasks(file: Buffer, at: number, { headerBytes, bits, compression }: BitmapHeader): Masks {
  if (compression === BI_BITFIELDS || compression === BI_ALPHABITFIELDS) {
    const hasAlpha = headerBytes >= 56 || compression === BI_ALPHABITFIELDS;
    const mask = (i: number) => file.readUInt32LE(at + 40 + 4 * i);
    return [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0];
  }
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0xff00, 0xff, bits === 32 ? 0xff000000 : 0];
}

function decodeIndexed(header: BitmapHeader, palette: Buffer, entryBytes: number, rows: Buffer): Pixels {
  const { widthPx, heightPx, bits, topDown, compression } = header;
  const runs = compression === BI_RLE8 || compression === BI_RLE4;
  const { indexes, rows: found } = runs
    ? runLengthIndexes(rows, widthPx, heightPx, compression === BI_RLE4)
    : packedIndexes(rows, widthPx, heightPx, bits);
  const data = Buffer.alloc(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const from = (topDown ? y : heightPx - 1 - y) * widthPx;
    for (let x = 0; x < widthPx; x++) {
      const entry = (indexes[from + x] ?? 0) * entryBytes;
      const to = (y * widthPx + x) * 3;
      data[to] = palette[entry + 2] ?? 0;
      data[to + 1] = palette[entry + 1] ?? 0;
      data[to + 2] = palette[entry] ?? 0;
    }
  }
  return { data, widthPx, heightPx, channels: 3, missingRows: heightPx - found };
}

function packedIndexes(
  rows: Buffer,
  widthPx: number,
  heightPx: number,
  bits: number,
): { indexes: Uint8Array; rows: number } {
  const rowBytes = Math.ceil((widthPx * bits) / 32) * 4;
  const perByte = 8 / bits;
  const indexes = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const byte = rows[y * rowBytes + Math.floor(x / perByte)] ?? 0;
      indexes[y * widthPx + x] = (byte >> (8 - bits - (x % perByte) * bits)) & (2 ** bits - 1);
    }
  }
  return { indexes, rows: wholeRows(rows, rowBytes, heightPx, Math.ceil((widthPx * bits) / 8)) };
}

/** 16, 24 and 32 bits a pixel, with a mask for each channel. */
function decodeDirect(header: BitmapHeader, rows: Buffer, masks: Masks): Pixels {
  const { widthPx, heightPx, bits, topDown } = header;
  const pixelBytes = bits / 8;
  const rowBytes = Math.ceil((widthPx * bits) / 32) * 4;
  const found = wholeRows(rows, rowBytes, heightPx, widthPx * pixelBytes);
  const channels = masks[3] === 0 ? 3 : 4;
  const data = Buffer.alloc(widthPx * heightPx * channels);
  const scales = masks.map((mask) => ({
    mask,
    shift: mask ? Math.clz32(mask & -mask) ^ 31 : 0,
    max: maxOf(mask),
  }));
  let hasAlpha = false;
  for (let stored = 0; stored < found; stored++) {
    let from = stored * rowBytes;
    let to = (topDown ? stored : heightPx - 1 - stored) * widthPx * channels;
    for (let x = 0; x < widthPx; x++, from += pixelBytes) {
      const value = rows.readUIntLE(from, pixelBytes);
      for (let c = 0; c < channels; c++) {
        const scale = scales[c];
        if (!scale) continue;
        const level = (value & scale.mask) >>> scale.shift;
        const byte = scale.max === 255 ? level : Math.round((level * 255) / (scale.max || 1));
        if (c === 3 && byte !== 0) hasAlpha = true;
        data[to++] = byte;
      }
    }
  }
  // Most 32-bit writers set the fourth byte to zero and mean an opaque picture.
  if (channels === 4 && !hasAlpha) for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return { data, widthPx, heightPx, channels, missingRows: heightPx - found };
}

const maxOf = (mask: number): number => (mask ? (mask >>> 0) / ((mask & -mask) >>> 0) : 0);

/** Number of complete rows; the padding of the last may be missing. */
function wholeRows(rows: Buffer, rowBytes: number, heightPx: number, pixelBytes: number): number {
  const found = Math.min(heightPx, Math.floor((rows.length + rowBytes - pixelBytes) / rowBytes));
  // Checked before memory is allocated for rows that do not exist.
  if (found < heightPx * MIN_READABLE_SHARE) throw new PictureError('FILE_CORRUPT', 'it ends too early');
  return found;
}
