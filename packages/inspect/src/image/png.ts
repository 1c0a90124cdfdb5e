import type { ByteReader } from '../byte-reader.js';
import type { Facts } from '../facts.js';
import { corrupt } from './corrupt.js';
import { exifOrientation, upright } from './exif.js';
import { Window } from './window.js';

/** A PNG of the largest size in chunks of 4 KB has fewer. */
const MAX_CHUNKS = 200_000;
const MAX_EXIF_BYTES = 65_536;

/** Walks the chunks up to IEND (W3C PNG, third edition). `frames` counts those of an animated PNG. */
export async function inspectPng(reader: ByteReader): Promise<Facts> {
  const window = new Window(reader);
  const header = await window.take(8, 25);
  if (header.toString('latin1', 4, 8) !== 'IHDR') throw corrupt('its first chunk is not IHDR');
  const [widthPx, heightPx] = [header.readUInt32BE(8), header.readUInt32BE(12)];
  if (widthPx === 0 || heightPx === 0) throw corrupt('its size is zero');
  let hasAlpha = (header.readUInt8(17) & 4) !== 0;
  let frames = 1;
  let orientation: number | undefined;
  let hasData = false;
  let offset = 33;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const head = await window.take(offset, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (type === 'IEND') {
      if (!hasData) throw corrupt('it holds no picture');
      return { ...upright(widthPx, heightPx, orientation), hasAlpha, frames };
    }
    if (type === 'IDAT') hasData = true;
    if (type === 'tRNS') hasAlpha = true;
    if (type === 'acTL' && length === 8) frames = (await window.take(offset + 8, 4)).readUInt32BE(0);
    if (type === 'eXIf' && length <= MAX_EXIF_BYTES) {
      orientation = exifOrientation(await window.take(offset + 8, length));
    }
    offset += 12 + length;
  }
  throw corrupt('it has too many chunks');
}
