import type { PictureJob } from './protocol.js';
import type { Source } from './source.js';

/**
 * See native/jpeg-webp.c.
 *
 * @param orientation - EXIF orientation, 1 to 8
 * @returns the written size; undefined for a picture that it leaves to sharp, such as a damaged one
 */
export type WebpOfJpeg = (
  input: string,
  output: string,
  quality: number,
  effort: number,
  orientation: number,
  icc: Buffer | undefined,
  exif: Buffer | undefined,
  xmp: Buffer | undefined,
) => { widthPx: number; heightPx: number } | undefined;

const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
const UPRIGHT = 1;

/**
 * Converts a photo to WebP without going through RGB, upright, with its profile, EXIF and XMP like `preparePicture`.
 *
 * @returns the written size; undefined for every other picture
 */
export function photoToWebp(
  job: PictureJob,
  { metadata }: Source,
  path: string,
  webpOfJpeg: WebpOfJpeg,
): { widthPx: number; heightPx: number } | undefined {
  const isPhoto = job.read.mends === 'jpeg' && job.write.saver === 'webp' && metadata.space === 'srgb';
  const { quality, effort } = job.write.args.photo;
  const isLossless = job.write.args.photo.lossless === true;
  if (!isPhoto || isLossless || typeof quality !== 'number' || typeof effort !== 'number') return undefined;
  const { icc, exif, xmp, orientation = UPRIGHT } = metadata;
  const isWanted = job.edits.metadata === 'keep';
  const [date, texts] = isWanted ? [exif && resetOrientation(exif), xmp] : [];
  return webpOfJpeg(job.input, path, quality, effort, orientation, icc, date, texts);
}

/**
 * Resets the orientation in the EXIF of a picture that was rotated upright.
 *
 * @param exif - TIFF, as in a JPEG: after a prefix that other containers omit
 */
function resetOrientation(exif: Buffer): Buffer {
  const tiff = Buffer.from(exif.subarray(exif.indexOf(EXIF_PREFIX) === 0 ? EXIF_PREFIX.length : 0));
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  if (tiff.length < 10) return tiff;
  const firstEntry = view.getUint32(4, isLittle) + 2;
  if (firstEntry > tiff.length) return tiff;
  const end = Math.min(tiff.length, firstEntry + ENTRY_BYTES * view.getUint16(firstEntry - 2, isLittle));
  for (let entry = firstEntry; entry + ENTRY_BYTES <= end; entry += ENTRY_BYTES) {
    if (view.getUint16(entry, isLittle) === ORIENTATION_TAG) view.setUint16(entry + 8, UPRIGHT, isLittle);
  }
  return tiff;
}
