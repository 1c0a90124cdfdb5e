import type { Sharp } from 'sharp';
import type { PictureJob } from './protocol.js';
import type { Source } from './source.js';

/** What a target can hold besides eight-bit RGB. */
const HOLDS_ALPHA = new Set(['png', 'webp', 'avif', 'gif', 'tiff', 'ico']);
const HOLDS_PROFILE = new Set(['jpg', 'png', 'webp', 'avif', 'tiff']);
const HOLDS_EXIF = new Set(['jpg', 'png', 'webp', 'avif', 'tiff']);
const HOLDS_16_BITS = new Set(['png', 'tiff']);
const WHITE = '#ffffff';

/**
 * Fits a picture to what its target can hold. An RGB profile stays with untouched pixels where the target carries one
 * (wide gamuts survive); everything else becomes sRGB. EXIF and XMP stay, the orientation aside, which is applied.
 */
export function prepare(picture: Sharp, job: PictureJob, { metadata }: Source): Sharp {
  const { outputFormat } = job;
  let prepared = picture;
  if (metadata.hasAlpha && !HOLDS_ALPHA.has(outputFormat)) prepared = prepared.flatten({ background: WHITE });
  if (metadata.depth === 'ushort' && HOLDS_16_BITS.has(outputFormat)) {
    prepared = prepared.toColourspace(metadata.space === 'grey16' ? 'grey16' : 'rgb16');
  }
  const isRgb = metadata.space === 'srgb' || metadata.space === 'rgb16' || metadata.space === 'rgb';
  if (isRgb && metadata.hasProfile && HOLDS_PROFILE.has(outputFormat)) prepared = prepared.keepIccProfile();
  if (metadata.exif && HOLDS_EXIF.has(outputFormat)) prepared = prepared.keepExif();
  if (metadata.xmp && HOLDS_EXIF.has(outputFormat)) prepared = prepared.keepXmp();
  return prepared;
}

/** True if a picture has pixels that a target without transparency has to fill. */
export async function loses(source: Source, page: number, job: PictureJob): Promise<boolean> {
  if (!source.metadata.hasAlpha || HOLDS_ALPHA.has(job.outputFormat) || job.outputFormat === 'pdf')
    return false;
  const alpha = await source
    .page(page)
    .ensureAlpha()
    .extractChannel(3)
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer();
  return !alpha.equals(Buffer.alloc(alpha.length, 255));
}

/** Flat colours and hard edges (drawings, icons, palettes), which chroma subsampling and filters for photos harm. */
export const isGraphic = (job: PictureJob, { metadata }: Source): boolean =>
  ['svg', 'gif', 'ico'].includes(job.inputFormat) || metadata.isPalette === true;
