import { inflateSync } from 'node:zlib';
import { type GimpFile, type Samples, TILE_PX, type Tiles } from './gimp-file.js';
import { Refused } from './refused.js';

/** GIMP itself reads no more of a tile that is packed: XCF_TILE_MAX_DATA_LENGTH_FACTOR; and a little more. */
const MAX_PACKED = 1.5;
const SLACK_BYTES = 1_024;
const NO_COMPRESSION = 0;
const RUN_LENGTHS = 1;
const ZLIB = 2;

/** The part of a layer or mask that a tile covers. */
export interface Tile {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row-major: all samples of a pixel together, 0 to 1. */
  readonly values: Float32Array;
}

/** The tile of a layer or mask. @throws {Refused} for one that cannot be unpacked */
export function readTile(file: GimpFile, tiles: Tiles, index: number): Tile {
  const columns = Math.ceil(tiles.widthPx / TILE_PX);
  const [leftPx, topPx] = [(index % columns) * TILE_PX, Math.floor(index / columns) * TILE_PX];
  const [widthPx, heightPx] = [
    Math.min(TILE_PX, tiles.widthPx - leftPx),
    Math.min(TILE_PX, tiles.heightPx - topPx),
  ];
  const pixels = widthPx * heightPx;
  const bytes = unpack(file, tiles.offsets[index] ?? 0, pixels, tiles.channels * file.samples.bytes);
  return { leftPx, topPx, widthPx, heightPx, values: valuesIn(bytes, pixels * tiles.channels, file.samples) };
}

function unpack(
  { bytes, compression }: GimpFile,
  offset: number,
  pixels: number,
  pixelBytes: number,
): Buffer {
  const length = pixels * pixelBytes;
  if (offset === 0 || offset >= bytes.length) throw new Refused('broken');
  const packed = bytes.subarray(offset, offset + Math.ceil(length * MAX_PACKED) + SLACK_BYTES);
  if (compression === RUN_LENGTHS) return unpackRuns(packed, pixels, pixelBytes);
  if (compression !== NO_COMPRESSION && compression !== ZLIB) throw new Refused('unknown');
  const plain =
    compression === ZLIB ? inflateSync(packed, { maxOutputLength: length }) : packed.subarray(0, length);
  if (plain.length !== length) throw new Refused('broken');
  return plain;
}

/** Runs of each byte of the pixels by itself: devel-docs/xcf.txt, "RLE-compressed tile data". */
function unpackRuns(packed: Buffer, pixels: number, pixelBytes: number): Buffer {
  const tile = Buffer.alloc(pixels * pixelBytes);
  let at = 0;
  for (let plane = 0; plane < pixelBytes; plane++) {
    for (let pixel = 0; pixel < pixels; ) {
      const code = packed.readUInt8(at++);
      const isRun = code < 128;
      const short = isRun ? code + 1 : 256 - code;
      // The longest of each kind has its length in two more bytes.
      const isLong = code === 127 || code === 128;
      const count = isLong ? packed.readUInt16BE(at) : short;
      if (isLong) at += 2;
      if (count === 0 || pixel + count > pixels) throw new Refused('broken');
      for (let each = 0; each < count; each++, pixel++)
        tile[pixel * pixelBytes + plane] = packed.readUInt8(isRun ? at : at + each);
      at += isRun ? 1 : count;
    }
  }
  return tile;
}

const INTEGER_MAX: Readonly<Record<number, number>> = { 1: 255, 2: 65_535, 4: 4_294_967_295 };

function valuesIn(bytes: Buffer, count: number, samples: Samples): Float32Array {
  const values = new Float32Array(count);
  const read = sampleReader(bytes, samples);
  for (let index = 0; index < count; index++) values[index] = read(index);
  return values;
}

function sampleReader(bytes: Buffer, { bytes: size, kind, isLittle }: Samples): (index: number) => number {
  const max = INTEGER_MAX[size] ?? 1;
  if (size === 1) return (index) => (bytes[index] as number) / max;
  if (kind === 'integer') {
    const read = isLittle ? bytes.readUIntLE : bytes.readUIntBE;
    return (index) => read.call(bytes, index * size, size) / max;
  }
  if (kind === 'half') {
    const read = isLittle ? bytes.readUInt16LE : bytes.readUInt16BE;
    return (index) => within(halfOf(read.call(bytes, index * 2)));
  }
  if (size === 4) {
    const read = isLittle ? bytes.readFloatLE : bytes.readFloatBE;
    return (index) => within(read.call(bytes, index * 4));
  }
  const read = isLittle ? bytes.readDoubleLE : bytes.readDoubleBE;
  return (index) => within(read.call(bytes, index * 8));
}

/** Light beyond white, and what is no number. */
const within = (value: number): number => (value >= 0 ? Math.min(1, value) : 0);

/** IEEE 754, binary16. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
