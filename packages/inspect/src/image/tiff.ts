import type { ByteReader } from '../byte-reader.js';
import type { Facts } from '../facts.js';
import { corrupt, cutShort } from './corrupt.js';
import { upright, validOrientation } from './exif.js';
import { TiffReader } from './tiff-reader.js';

/** Counting ends here: one more than any limit allows. */
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

/** Walks the chain of directories (TIFF 6.0; BigTIFF), each inside the file, and the data of each. */
export async function inspectTiff(reader: ByteReader): Promise<Facts> {
  const tiff = await TiffReader.open(reader);
  let facts: Facts | undefined;
  let frames = 0;
  const seen = new Set<number>();
  for (let at = tiff.firstDirectory; at !== 0 && frames < MAX_COUNTED_PAGES; frames++) {
    if (seen.has(at)) throw corrupt('its directories form a circle');
    seen.add(at);
    const directory = await tiff.directory(at);
    const widthPx = await directory.first(TAG.width);
    const heightPx = await directory.first(TAG.height);
    if (!widthPx || !heightPx) throw corrupt('a page has no size');
    await requireData(directory, reader.sizeBytes);
    facts ??= {
      ...upright(widthPx, heightPx, validOrientation((await directory.first(TAG.orientation)) ?? 0)),
      hasAlpha: directory.has(TAG.extraSamples),
    };
    at = directory.next;
  }
  if (!facts) throw corrupt('it holds no page');
  return { ...facts, frames };
}

async function requireData(
  directory: Awaited<ReturnType<TiffReader['directory']>>,
  sizeBytes: number,
): Promise<void> {
  const tiled = directory.has(TAG.tileOffsets);
  const offsets = await directory.values(tiled ? TAG.tileOffsets : TAG.stripOffsets);
  const lengths = await directory.values(tiled ? TAG.tileBytes : TAG.stripBytes);
  if (offsets.length === 0) throw corrupt('a page has no data');
  for (const [i, offset] of offsets.entries()) {
    if (offset + (lengths[i] ?? 0) > sizeBytes) throw cutShort();
  }
}
