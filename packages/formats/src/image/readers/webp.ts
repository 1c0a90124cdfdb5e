import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';
import { exifOrientation, uprightSize } from './exif.js';

const MAX_CHUNKS = 10_000;
const MAX_EXIF_BYTES = 65_536;

/**
 * Walks the RIFF chunks (WebP container specification, RFC 9649) and counts the frames of an animation. Damaged if a
 * chunk is truncated.
 */
export async function readWebpLimits(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const declared = (await window.take(4, 4)).readUInt32LE(0) + 8;
  const end = Math.min(declared, reader.sizeBytes);
  let isCut = declared > reader.sizeBytes;
  let size: { widthPx: number; heightPx: number } | undefined;
  let hasAlpha = false;
  let frames = 0;
  let orientation: number | undefined;
  let offset = 12;
  for (let chunk = 0; offset + 8 <= end && chunk < MAX_CHUNKS; chunk++) {
    const head = await window.take(offset, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const data = offset + 8;
    if (data + length > end) isCut = true;
    if (type === 'VP8X') {
      const extended = await window.take(data, 10);
      hasAlpha = (extended.readUInt8(0) & 0x10) !== 0;
      size = { widthPx: 1 + extended.readUIntLE(4, 3), heightPx: 1 + extended.readUIntLE(7, 3) };
    } else if (type === 'ANMF') {
      frames++;
    } else if (type === 'VP8L') {
      const bits = (await window.take(data, 5)).readUInt32LE(1);
      size ??= { widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >>> 14) & 0x3fff) };
      hasAlpha ||= (bits & 0x10000000) !== 0;
      frames = Math.max(frames, 1);
    } else if (type === 'VP8 ') {
      const key = await window.take(data, 10);
      size ??= { widthPx: key.readUInt16LE(6) & 0x3fff, heightPx: key.readUInt16LE(8) & 0x3fff };
      frames = Math.max(frames, 1);
    } else if (type === 'EXIF' && length <= Math.min(MAX_EXIF_BYTES, end - data)) {
      orientation = exifOrientation(await window.take(data, length));
    }
    // Chunks are padded to an even length.
    offset = data + length + (length % 2);
  }
  if (!size || size.widthPx === 0 || size.heightPx === 0 || frames === 0)
    throw corrupt('it holds no picture');
  // Animations are never rotated: no viewer does it, and sharp cannot.
  const turned = frames > 1 ? size : uprightSize(size.widthPx, size.heightPx, orientation);
  const facts = { ...turned, hasAlpha, frames };
  return isCut ? { ...facts, damage: 'it ends too early' } : facts;
}
