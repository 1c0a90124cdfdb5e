import type { ByteReader } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';
import { exifOrientation, uprightSize } from './exif.js';

/** Segments before the frame header; real files have fewer than 100, many of them parts of one profile. */
const MAX_SEGMENTS = 2_000;
/** Total fill bytes and garbage that the search for markers skips. A file with more is left to the decoder. */
const MAX_SKIPPED_BYTES = 1_048_576;
const STEP_BYTES = 4_096;
/** Where the end marker of a complete file lies, counted from the end. */
const TAIL_BYTES = 65_536;
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). ITU-T T.81, table B.1. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** FF followed by neither a fill byte nor, in entropy-coded data, a stuffed zero. */
const MARKER = /\xff[^\xff\0]/;

/** The first segment of a JPEG header: a table, a comment or application data. */
const SEGMENT = /\xff(?:\xdb|\xc4|\xfe|[\xe0-\xef])\0/;
/** Garbage between the start and the first segment, up to which the file is still detected as JPEG. */
const MAX_GARBAGE_BYTES = 1_024;

/** A JPEG with garbage between its start and its first segment, which decoders skip. */
export const isJpegWithGarbage = ({ head }: Content): boolean =>
  head.readUInt16BE(0) === 0xffd8 && SEGMENT.test(head.toString('latin1', 2, MAX_GARBAGE_BYTES));

/** Size and orientation from the segments up to the frame header; damaged without its end marker. */
export async function readJpegLimits(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  let orientation: number | undefined;
  let offset = 2;
  let skipped = 0;
  for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
    const at = await findMarker(window, offset, MAX_SKIPPED_BYTES - skipped);
    if (at === undefined) return { damage: 'it has no frame header' };
    skipped += at - offset;
    if (at + 4 > reader.sizeBytes) return { damage: 'it has no frame header' };
    const head = await window.take(at, 4);
    const [marker, length] = [head.readUInt8(1), head.readUInt16BE(2)];
    if (isFrameHeader(marker)) {
      const frame = await window.take(at + 4, 5);
      const [heightPx, widthPx] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
      if (widthPx === 0 || heightPx === 0) return { damage: 'its size is zero' };
      const facts = { ...uprightSize(widthPx, heightPx, orientation), hasAlpha: false };
      return (await hasEndMarker(reader, at)) ? facts : { ...facts, damage: 'it ends too early' };
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return { damage: 'it has no frame header' };
    if (marker === APP1 && orientation === undefined && length > 2) {
      orientation = await orientationAt(window, at + 4, length - 2);
    }
    offset = at + 2 + Math.max(2, length);
  }
  return { damage: 'it has no frame header' };
}

/**
 * Finds the last FF of the next marker, after any number of fill bytes (FF) and, like decoders, garbage.
 *
 * @returns undefined if there is none within `limit` bytes
 */
async function findMarker(window: ForwardWindow, from: number, limit: number): Promise<number | undefined> {
  for (let at = from; at - from <= limit && at + 1 < window.sizeBytes; ) {
    const bytes = await window.take(at, Math.min(STEP_BYTES, window.sizeBytes - at));
    const found = MARKER.exec(bytes.toString('latin1'));
    if (found) return at + found.index;
    // A marker may lie across two steps.
    at += bytes.length - 1;
  }
  return undefined;
}

/** A broken EXIF block is ignored: the picture is shown unrotated. */
async function orientationAt(window: ForwardWindow, at: number, length: number): Promise<number | undefined> {
  const block = await window.take(at, Math.min(length, window.sizeBytes - at));
  return block.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? exifOrientation(block) : undefined;
}

async function hasEndMarker(reader: ByteReader, headerEnd: number): Promise<boolean> {
  const from = Math.max(headerEnd, reader.sizeBytes - TAIL_BYTES);
  const tail = await reader.read(from, reader.sizeBytes - from);
  return tail.lastIndexOf('\xff\xd9', undefined, 'latin1') >= 0;
}
