import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';
import { uprightSize } from './exif.js';

const HEAD_BYTES = 4_096;
const MAX_BOXES = 16;
/** Width by height, by the three bits after the height (ISO/IEC 18181-1, table of SizeHeader). */
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

/** Reads bits, the lowest of each byte first; zeros after the end. */
class Bits {
  private place = 0;

  constructor(private readonly bytes: Buffer) {}

  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.place++) {
      const bit = ((this.bytes[this.place >> 3] ?? 0) >> (this.place & 7)) & 1;
      value += bit * 2 ** i;
    }
    return value;
  }
}

/** The code stream, bare or in the first box that holds a part of it. */
function streamOf(head: Buffer): Buffer {
  if (head[0] === 0xff) return head;
  for (let at = 0, box = 0; at + 8 <= head.length && box < MAX_BOXES; box++) {
    const [length, type] = [head.readUInt32BE(at), head.toString('latin1', at + 4, at + 8)];
    if (type === 'jxlc') return head.subarray(at + 8);
    // A number precedes each part.
    if (type === 'jxlp') return head.subarray(at + 12);
    if (length < 8) break;
    at += length;
  }
  return Buffer.alloc(0);
}

function sizeIn(bits: Bits): [widthPx: number, heightPx: number] {
  const isSmall = bits.take(1) === 1;
  const side = (): number =>
    isSmall ? (bits.take(5) + 1) * 8 : bits.take([9, 13, 18, 30][bits.take(2)] as number) + 1;
  const heightPx = side();
  const ratio = RATIOS[bits.take(3) - 1];
  return [ratio ? Math.floor((heightPx * ratio[0]) / ratio[1]) : side(), heightPx];
}

/** Size, orientation, and whether there is an animation, whose frames the header does not count. */
export async function readJxl(reader: ByteReader): Promise<Facts> {
  const stream = streamOf(await reader.read(0, HEAD_BYTES));
  if (stream.length < 4 || stream.readUInt16BE(0) !== 0xff0a) return {};
  const bits = new Bits(stream.subarray(2));
  const [widthPx, heightPx] = sizeIn(bits);
  const isPlain = bits.take(1) === 1 || bits.take(1) === 0;
  if (isPlain) return { widthPx, heightPx };
  const orientation = bits.take(3) + 1;
  if (bits.take(1) === 1) sizeIn(bits);
  const hasPreview = bits.take(1) === 1;
  const isAnimated = !hasPreview && bits.take(1) === 1;
  return { ...uprightSize(widthPx, heightPx, orientation), ...(isAnimated && { frames: 2 }) };
}
