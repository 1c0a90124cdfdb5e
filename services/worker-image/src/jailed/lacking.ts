import { closeSync, openSync, readSync } from 'node:fs';
import type { LossCode, PictureTrait } from '@filemill/formats';
import { exifSaysMore, type ReadAt, tiffSaysMore } from './exif.js';
import { keepsFile } from './prepare.js';
import { isOtherThanSrgb } from './profile.js';
import type { PictureJob } from './protocol.js';
import type { Source } from './source.js';

/** Elements of XMP about the picture: XMP Specification Part 2. Its tools and gain maps say nothing to the user. */
const TELLING_XMP =
  /[<\s](?:dc:|exif:|exifEX:|photoshop:|Iptc4xmpCore:|aux:|xmpRights:|xmp:(?:Create|Modify)Date)/;

/** What a picture has besides eight-bit sRGB, by its header, and the output cannot hold. */
export function lackingIn(job: PictureJob, source: Source): LossCode[] {
  if (keepsFile(job, source)) return [];
  const { metadata } = source;
  const holds = (trait: PictureTrait): boolean => job.write.holds.includes(trait);
  const keepsDepth = holds('light') || (metadata.depth === 'ushort' && holds('16 bits'));
  const isDeep = metadata.depth !== 'uchar' && metadata.depth !== 'char' && !keepsDepth;
  const isWide = metadata.icc !== undefined && !holds('profile') && isOtherThanSrgb(metadata.icc);
  const isWanted = job.edits.metadata === 'keep';
  const exif = isWanted && !holds('metadata') && hasExif(source);
  const xmp =
    isWanted && !holds('metadata') && !holds('XMP') && TELLING_XMP.test(metadata.xmp?.toString() ?? '');
  return [
    ...(isDeep ? (['colour_depth_reduced'] as const) : []),
    ...(isWide ? (['gamut_reduced'] as const) : []),
    ...(exif || xmp || (isWanted && isUnread(job)) ? (['metadata_dropped'] as const) : []),
  ];
}

const hasExif = ({ metadata }: Source): boolean => metadata.exif !== undefined && exifSaysMore(metadata.exif);

/** The tags of a TIFF, which libvips does not pass on, whatever the output holds. */
function isUnread({ input, read }: PictureJob): boolean {
  if (read.mends !== 'tiff') return false;
  const file = openSync(input, 'r');
  const readAt: ReadAt = (at, bytes) => {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
  };
  try {
    return tiffSaysMore(readAt);
  } finally {
    closeSync(file);
  }
}

/** Colours of a GIF. */
const PALETTE = 256;
const CLEAR = 0;
const OPAQUE = 255;

/** What one picture has that a GIF cannot hold: more colours than a palette, and half transparent parts. */
export async function lackingInGif(source: Source, page: number): Promise<LossCode[]> {
  const { data } = await source
    .page(page)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const colours = new Set<number>();
  let isHalfClear = false;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? OPAQUE;
    isHalfClear ||= alpha !== CLEAR && alpha !== OPAQUE;
    if (alpha !== CLEAR && colours.size <= PALETTE) colours.add(data.readUIntBE(at, 3));
    if (colours.size > PALETTE && (isHalfClear || !source.metadata.hasAlpha)) break;
  }
  return [
    ...(colours.size > PALETTE ? (['colours_reduced'] as const) : []),
    ...(isHalfClear ? (['half_transparency_dropped'] as const) : []),
  ];
}
