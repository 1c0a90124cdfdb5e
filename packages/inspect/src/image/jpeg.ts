import type { ByteReader } from '../byte-reader.js';
import type { Facts } from '../facts.js';
import { corrupt, cutShort } from './corrupt.js';
import { exifOrientation, upright } from './exif.js';
import { Window } from './window.js';

/** Segments before the frame header; real files have under 100, many of them parts of one profile. */
const MAX_SEGMENTS = 2_000;
/** How far before the end the end marker may lie: phones append a short film to a photo. */
const MAX_TAIL_BYTES = 16 * 1_048_576;
const CHUNK_BYTES = 65_536;
const APP1 = 0xe1;

/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). ITU-T T.81, table B.1. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Reads the segments up to the frame header, and looks for the end marker. */
export async function inspectJpeg(reader: ByteReader): Promise<Facts> {
  const window = new Window(reader);
  let offset = 2;
  let orientation: number | undefined;
  for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
    // Any number of FF bytes may stand before a marker.
    while ((await window.byte(offset + 1)) === 0xff) offset++;
    const head = await window.take(offset, 4);
    const marker = head.readUInt8(1);
    const length = head.readUInt16BE(2);
    if (head.readUInt8(0) !== 0xff || length < 2) throw corrupt('a segment of the JPEG header is broken');
    if (isFrameHeader(marker)) {
      const frame = await window.take(offset + 4, 5);
      const [heightPx, widthPx] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
      if (widthPx === 0 || heightPx === 0) throw corrupt('its size is zero');
      await requireEndMarker(reader, offset);
      return { ...upright(widthPx, heightPx, orientation), hasAlpha: false };
    }
    if (marker === 0xda || marker === 0xd9) throw corrupt('it has no frame header');
    if (marker === APP1 && orientation === undefined) {
      orientation = exifOrientation(await window.take(offset + 4, length - 2));
    }
    offset += 2 + length;
  }
  throw corrupt('it has no frame header');
}

/** FF D9 somewhere behind the header, searched backwards. */
async function requireEndMarker(reader: ByteReader, headerEnd: number): Promise<void> {
  const from = Math.max(headerEnd, reader.sizeBytes - MAX_TAIL_BYTES);
  for (let end = reader.sizeBytes; end > from; end -= CHUNK_BYTES) {
    const start = Math.max(from, end - CHUNK_BYTES);
    // One byte more, so that a marker across two chunks is seen.
    const chunk = await reader.read(start, end - start + 1);
    if (chunk.lastIndexOf('\xff\xd9', undefined, 'latin1') >= 0) return;
  }
  throw cutShort();
}
