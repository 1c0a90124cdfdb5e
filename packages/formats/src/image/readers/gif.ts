import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

/** Counting stops here: one more than any limit allows. */
const MAX_COUNTED_FRAMES = 1_001;
const WINDOW_BYTES = 262_144;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/**
 * Walks the blocks to the trailer (GIF89a, appendix A) and counts the frames; stops above 1,000 of them. Damaged if a
 * block is truncated or unknown.
 */
export async function readGifLimits(reader: ByteReader): Promise<Facts> {
  const cursor = new Cursor(reader, 6);
  await cursor.load(7);
  const screen = cursor.take(7);
  if (!screen) return { damage: 'it ends too early' };
  const [widthPx, heightPx] = [screen.readUInt16LE(0), screen.readUInt16LE(2)];
  cursor.skip(paletteBytes(screen.readUInt8(4)));
  let frames = 0;
  let largest = { widthPx: 0, heightPx: 0 };
  let damage: string | undefined;
  while (frames < MAX_COUNTED_FRAMES) {
    // Awaiting each of a million tiny blocks would cost more than reading them.
    if (!cursor.has(1)) await cursor.load(1);
    const block = cursor.take(1);
    if (!block) damage = 'it ends too early';
    const kind = block?.readUInt8(0) ?? TRAILER;
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      cursor.skip(1);
    } else if (kind === IMAGE) {
      if (!cursor.has(9)) await cursor.load(9);
      const descriptor = cursor.take(9);
      if (!descriptor) damage = 'it ends too early';
      if (!descriptor) break;
      frames++;
      largest = {
        widthPx: Math.max(largest.widthPx, descriptor.readUInt16LE(0) + descriptor.readUInt16LE(4)),
        heightPx: Math.max(largest.heightPx, descriptor.readUInt16LE(2) + descriptor.readUInt16LE(6)),
      };
      // One byte, the LZW code size, lies between palette and data.
      cursor.skip(paletteBytes(descriptor.readUInt8(8)) + 1);
    } else {
      damage = 'a block of the GIF is of no known kind';
      break;
    }
    while (!cursor.skipSubBlocks() && (await cursor.load(1)));
  }
  if (frames === 0) damage = 'it holds no picture';
  // Old encoders leave the screen size at 0: a viewer then uses the extent of the frames.
  const facts = {
    widthPx: widthPx || largest.widthPx,
    heightPx: heightPx || largest.heightPx,
    frames: Math.max(1, frames),
  };
  return damage === undefined ? facts : { ...facts, damage };
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Reads a file forwards in windows; a step inside a window is synchronous. */
class Cursor {
  private start = 0;
  private window: Buffer = Buffer.alloc(0);

  constructor(
    private readonly reader: ByteReader,
    private offset: number,
  ) {}

  skip(count: number): void {
    this.offset += count;
  }

  has(count: number): boolean {
    return this.offset - this.start + count <= this.window.length;
  }

  /** Reads the window that begins here. @returns false if the file ends before `count` bytes */
  async load(count: number): Promise<boolean> {
    this.start = this.offset;
    this.window = await this.reader.read(this.offset, WINDOW_BYTES);
    return this.has(count);
  }

  /** The next bytes; undefined if the window lacks them. */
  take(count: number): Buffer | undefined {
    if (!this.has(count)) return undefined;
    const at = this.offset - this.start;
    this.offset += count;
    return this.window.subarray(at, at + count);
  }

  /** Skips to the end of the empty sub-block. @returns false if the window ends before it */
  skipSubBlocks(): boolean {
    const { window, start } = this;
    let at = this.offset - start;
    let length = 1;
    while (at < window.length && length > 0) {
      length = window[at] ?? 0;
      at += 1 + length;
    }
    this.offset = start + at;
    return length === 0;
  }
}
