import type { ByteReader } from '../byte-reader.js';
import type { Facts } from '../facts.js';
import { corrupt } from './corrupt.js';
import { Window } from './window.js';

/** Counting ends here: one more than any limit allows. */
const MAX_COUNTED_FRAMES = 1_001;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Walks the blocks to the trailer (GIF89a, appendix A), counting pictures; stops early above 1,000 of them. */
export async function inspectGif(reader: ByteReader): Promise<Facts> {
  const window = new Window(reader);
  const screen = await window.take(6, 7);
  const [widthPx, heightPx] = [screen.readUInt16LE(0), screen.readUInt16LE(2)];
  let offset = 13 + paletteBytes(screen.readUInt8(4));
  let frames = 0;
  let largest = { widthPx: 0, heightPx: 0 };
  while (frames < MAX_COUNTED_FRAMES) {
    const block = await window.byte(offset);
    if (block === TRAILER) break;
    if (block === EXTENSION) {
      offset = await skipSubBlocks(window, offset + 2);
    } else if (block === IMAGE) {
      const descriptor = await window.take(offset + 1, 9);
      frames++;
      largest = {
        widthPx: Math.max(largest.widthPx, descriptor.readUInt16LE(0) + descriptor.readUInt16LE(4)),
        heightPx: Math.max(largest.heightPx, descriptor.readUInt16LE(2) + descriptor.readUInt16LE(6)),
      };
      // One byte of LZW code size stands between the palette and the data.
      offset = await skipSubBlocks(window, offset + 10 + paletteBytes(descriptor.readUInt8(8)) + 1);
    } else {
      throw corrupt('a block of the GIF is of no known kind');
    }
  }
  if (frames === 0) throw corrupt('it holds no picture');
  // Old encoders leave the screen at 0: a viewer then takes the pictures' own extent.
  return { widthPx: widthPx || largest.widthPx, heightPx: heightPx || largest.heightPx, frames };
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function skipSubBlocks(window: Window, start: number): Promise<number> {
  let offset = start;
  for (;;) {
    const length = await window.byte(offset);
    offset += 1 + length;
    if (length === 0) return offset;
  }
}
