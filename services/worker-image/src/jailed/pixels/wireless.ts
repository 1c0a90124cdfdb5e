import { readFile } from 'node:fs/promises';
import { wirelessHeader } from '@filemill/formats/bytes';
import { type Canvas, emptyCanvas } from './pictures.js';
import { Refused } from './refused.js';

/** Reads a wireless bitmap, whose bits are white, the highest of a byte first. @throws {Refused} for a cut one */
export async function readWireless(path: string): Promise<{ picture: Canvas; losses: [] }> {
  const file = await readFile(path);
  const { widthPx, heightPx, dataAt } = wirelessHeader(file);
  const picture = emptyCanvas(widthPx, heightPx, false);
  const rowBytes = Math.ceil(widthPx / 8);
  if (dataAt + rowBytes * heightPx > file.length) throw new Refused('broken');
  const pixels = new Uint32Array(picture.samples.buffer);
  for (let y = 0; y < heightPx; y++) {
    const row = dataAt + y * rowBytes;
    for (let x = 0; x < widthPx; x++) {
      const isWhite = ((file[row + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
      pixels[y * widthPx + x] = isWhite ? 0xffffffff : 0xff000000;
    }
  }
  return { picture, losses: [] };
}
