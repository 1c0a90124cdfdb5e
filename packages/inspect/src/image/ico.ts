import type { ByteReader } from '../byte-reader.js';
import type { Facts } from '../facts.js';
import { corrupt, cutShort } from './corrupt.js';
import { Window } from './window.js';

const MAX_ENTRIES = 256;

/** Reads the directory; the size is that of the largest picture, as its own header gives it. */
export async function inspectIco(reader: ByteReader): Promise<Facts> {
  const window = new Window(reader);
  const count = (await window.take(4, 2)).readUInt16LE(0);
  if (count === 0 || count > MAX_ENTRIES) throw corrupt(`${count} pictures in an icon`);
  let largest = { widthPx: 0, heightPx: 0 };
  for (let i = 0; i < count; i++) {
    const entry = await window.take(6 + i * 16, 16);
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    if (length < 40 || offset < 6 + count * 16 || offset + length > reader.sizeBytes) throw cutShort();
    const picture = pictureSize(await reader.read(offset, 24));
    if (picture.widthPx * picture.heightPx > largest.widthPx * largest.heightPx) largest = picture;
  }
  if (largest.widthPx === 0) throw corrupt('it holds no picture');
  return { ...largest, hasAlpha: true };
}

/** A PNG, or a bitmap header whose height counts picture and mask. */
function pictureSize(head: Buffer): { widthPx: number; heightPx: number } {
  if (head.length < 24) throw cutShort();
  if (head.toString('latin1', 1, 4) === 'PNG') {
    return { widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
  }
  const [widthPx, doubled] = [head.readInt32LE(4), Math.abs(head.readInt32LE(8))];
  if (head.readUInt32LE(0) < 40 || widthPx <= 0) throw corrupt('a picture of the icon has no valid header');
  return { widthPx, heightPx: Math.floor(doubled / 2) };
}
