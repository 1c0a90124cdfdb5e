import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';
import { uprightSize, validOrientation } from './exif.js';
import { type TiffDirectory, TiffReader } from './tiff-reader.js';

/** Counting stops here: one more than any limit allows. */
const MAX_COUNTED_PAGES = 1_001;
const TAG = {
  width: 256,
  height: 257,
  stripOffsets: 273,
  orientation: 274,
  stripBytes: 279,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
} as const;

/**
 * Walks the chain of directories (TIFF 6.0; BigTIFF): the size of the first page, and the number of pages. Damaged if a
 * later directory is broken, points back, or its data lie outside the file.
 *
 * @throws {AppError} FILE_CORRUPT if the first directory is invalid
 */
export async function readTiffLimits(reader: ByteReader): Promise<Facts> {
  const tiff = await TiffReader.open(reader);
  let facts: Facts | undefined;
  let frames = 0;
  let damage: string | undefined;
  const seen = new Set<number>();
  for (let at = tiff.firstDirectory; at !== 0 && frames < MAX_COUNTED_PAGES; ) {
    if (seen.has(at)) damage = 'its directories form a circle';
    if (seen.has(at)) break;
    seen.add(at);
    try {
      const directory = await tiff.directory(at);
      facts ??= await pageFacts(directory);
      if (!(await hasData(directory, reader.sizeBytes))) damage ??= 'it ends too early';
      at = directory.next;
    } catch (error) {
      if (!facts) throw error;
      damage = 'a directory is broken';
      break;
    }
    frames++;
  }
  if (!facts) throw corrupt('it holds no page');
  return { ...facts, frames: Math.max(1, frames), ...(damage === undefined ? {} : { damage }) };
}

async function pageFacts(directory: TiffDirectory): Promise<Facts> {
  const [widthPx, heightPx] = [await directory.first(TAG.width), await directory.first(TAG.height)];
  if (!widthPx || !heightPx) throw corrupt('a page has no size');
  const orientation = validOrientation((await directory.first(TAG.orientation)) ?? 0);
  return { ...uprightSize(widthPx, heightPx, orientation), hasAlpha: directory.has(TAG.extraSamples) };
}

async function hasData(directory: TiffDirectory, sizeBytes: number): Promise<boolean> {
  const tiled = directory.has(TAG.tileOffsets);
  const offsets = await directory.values(tiled ? TAG.tileOffsets : TAG.stripOffsets);
  const lengths = await directory.values(tiled ? TAG.tileBytes : TAG.stripBytes);
  return offsets.length > 0 && offsets.every((offset, i) => offset + (lengths[i] ?? 0) <= sizeBytes);
}
