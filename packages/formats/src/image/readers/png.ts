import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';
import { exifOrientation, uprightSize } from './exif.js';

/** A PNG of the largest size in chunks of 4 KB has fewer. */
const MAX_CHUNKS = 200_000;
const MAX_EXIF_BYTES = 65_536;

/**
 * Walks the chunks up to IEND (W3C PNG, third edition). `frames` counts the frames that an animated PNG contains, not the
 * declared number; damaged if it ends before IEND.
 */
export async function readPngLimits(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const header = await window.take(8, 25);
  if (header.toString('latin1', 4, 8) !== 'IHDR') throw corrupt('its first chunk is not IHDR');
  const [widthPx, heightPx] = [header.readUInt32BE(8), header.readUInt32BE(12)];
  if (widthPx === 0 || heightPx === 0) throw corrupt('its size is zero');
  let hasAlpha = (header.readUInt8(17) & 4) !== 0;
  let frames = 0;
  let orientation: number | undefined;
  let hasData = false;
  let damage: string | undefined = 'it ends too early';
  let offset = 33;
  for (let chunk = 0; chunk < MAX_CHUNKS && offset + 8 <= reader.sizeBytes; chunk++) {
    const head = await window.take(offset, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (type === 'IEND') {
      damage = hasData ? undefined : 'it holds no picture';
      break;
    }
    if (type === 'IDAT') hasData = true;
    if (type === 'tRNS') hasAlpha = true;
    if (type === 'fcTL') frames++;
    if (type === 'eXIf' && length <= Math.min(MAX_EXIF_BYTES, reader.sizeBytes - offset - 8)) {
      orientation = exifOrientation(await window.take(offset + 8, length));
    }
    offset += 12 + length;
  }
  const facts = { ...uprightSize(widthPx, heightPx, orientation), hasAlpha, frames: Math.max(1, frames) };
  return damage === undefined ? facts : { ...facts, damage };
}

const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Profiles and texts may precede the animation; what is longer is found by the header reader alone. */
const MAX_LEADING_CHUNKS = 64;

/** Whether the chunk that declares an animation comes before the picture. */
export function isAnimatedPng(head: Buffer): boolean {
  if (!head.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) return false;
  let offset = PNG_MAGIC.length;
  for (let chunk = 0; chunk < MAX_LEADING_CHUNKS && offset + 8 <= head.length; chunk++) {
    const type = head.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    offset += 12 + head.readUInt32BE(offset);
  }
  return false;
}
