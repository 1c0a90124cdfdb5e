import type { PictureTrait, SaverArguments } from '@filemill/formats';
import type { Sharp } from 'sharp';
import { PictureError } from './picture-error.js';
import type { PictureJob, PictureWrite } from './protocol.js';
import type { Source } from './source.js';

/** What shows through a picture whose output holds no transparency. */
export const WHITE = '#ffffff';

/**
 * Adapts a picture to what its output can hold. An RGB profile is kept with unchanged pixels if the output can hold one
 * (so wide gamuts survive); everything else becomes sRGB. EXIF and XMP are kept, except for the orientation, which is
 * applied.
 */
export function preparePicture(picture: Sharp, job: PictureJob, { metadata }: Source): Sharp {
  const holds = (trait: PictureTrait): boolean => job.write.holds.includes(trait);
  let prepared = picture;
  if (metadata.hasAlpha && !holds('transparency')) prepared = prepared.flatten({ background: WHITE });
  const { bitDepth, colourSpace, density } = job.held;
  const isDeep = bitDepth === undefined ? metadata.depth === 'ushort' : bitDepth === 16;
  if (isDeep && holds('16 bits')) {
    prepared = prepared.toColourspace(isGreySpace(metadata.space) ? 'grey16' : 'rgb16');
  }
  if (holds('light')) prepared = prepared.toColourspace('scrgb');
  const isRgb = metadata.space === 'srgb' || metadata.space === 'rgb16' || metadata.space === 'rgb';
  if (colourSpace === 'p3' && holds('profile')) prepared = prepared.withIccProfile('p3');
  else if (isRgb && metadata.hasProfile && holds('profile') && colourSpace === 'keep')
    prepared = prepared.keepIccProfile();
  if (density !== undefined) prepared = prepared.withDensity(density);
  // sharp keeps EXIF for the sake of the density.
  if (job.edits.metadata === 'strip') return density === undefined ? prepared : prepared.withExif({});
  if (metadata.exif && holds('metadata')) prepared = prepared.keepExif();
  if (metadata.xmp && (holds('metadata') || holds('XMP'))) prepared = prepared.keepXmp();
  return prepared;
}

const isGreySpace = (space: string | undefined): boolean => space === 'grey16' || space === 'b-w';

/** Whether the user wants something of the file that its pixels do not say. */
export const changesHeld = ({ held }: PictureJob): boolean =>
  held.colourSpace !== 'keep' || held.density !== undefined || held.bitDepth !== undefined;

/** Whether the file itself becomes a part of the output: an upright JPEG in a PDF, unless that becomes PostScript. */
export function keepsFile(
  { read, write, onlyFirst, edits }: PictureJob,
  { metadata, isMended }: Source,
): boolean {
  const isUpright = (metadata.orientation ?? 1) === 1;
  const isPlain = metadata.space === 'srgb' || metadata.space === 'b-w';
  return (
    write.saver === 'own document' &&
    !onlyFirst &&
    edits.metadata === 'keep' &&
    read.mends === 'jpeg' &&
    isUpright &&
    isPlain &&
    !isMended
  );
}

/** Whether a picture has pixels that an output without transparency must fill. */
export async function losesTransparency(source: Source, page: number, job: PictureJob): Promise<boolean> {
  const { holds } = job.write;
  if (!source.metadata.hasAlpha || holds.includes('transparency')) return false;
  const alpha = await source
    .page(page)
    .ensureAlpha()
    .extractChannel(3)
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer();
  return !alpha.equals(Buffer.alloc(alpha.length, 255));
}

/** Flat colours and hard edges (drawings, icons, palettes), which chroma subsampling and photo filters harm. */
export const isGraphic = (job: PictureJob, { metadata }: Source): boolean =>
  job.read.isGraphic === true || metadata.isPalette === true;

type Saver = (picture: Sharp, args: SaverArguments) => Sharp;

/** sharp's own encoders. The declarations of the formats contain their arguments. */
export const SAVERS: Readonly<Partial<Record<PictureWrite['saver'], Saver>>> = {
  jpeg: (picture, args) => picture.jpeg(args),
  png: (picture, args) => picture.png(args),
  webp: (picture, args) => picture.webp(args),
  avif: (picture, args) => picture.avif(args),
  gif: (picture, args) => picture.gif(args),
  tiff: (picture, args) => picture.tiff(args),
};

/** A picture softened as its job says, so that it becomes a smaller file. */
export const softened = (picture: Sharp, { softening }: PictureJob): Sharp =>
  softening ? picture.convolve({ ...softening, kernel: [...softening.kernel] }) : picture;

/** Sets the encoder of a picture and its arguments; sharp encodes it when it is written. */
export function setEncoder(picture: Sharp, { saver, args }: PictureWrite, isGraphic: boolean): Sharp {
  const encode = SAVERS[saver];
  if (!encode) throw new PictureError('ENGINE_FAILED', `no encoder ${saver}`);
  return encode(picture, isGraphic ? args.graphic : args.photo);
}

/**
 * Completes a job with the size as shown and the number of pictures, from the decoder if the header did not declare them.
 *
 * @throws {PictureError} FILE_TOO_LARGE if the decoder finds more than the limits allow
 */
export function withSize(job: PictureJob, { metadata, pages }: Source): PictureJob {
  // The worker measures drawings: the decoder sees them enlarged.
  if (job.read.opens === 'drawing') return job;
  const { width, height, autoOrient } = metadata;
  const { limits } = job;
  const isOver =
    Math.max(width, height) > limits.sidePx ||
    width * height > limits.pixels ||
    pages > limits.frames ||
    width * height * pages > limits.framePixels;
  if (isOver) throw new PictureError('FILE_TOO_LARGE');
  if (job.widthPx > 0 && job.heightPx > 0) return job;
  return {
    ...job,
    widthPx: autoOrient?.width ?? width,
    heightPx: autoOrient?.height ?? height,
    frames: Math.max(job.frames, pages),
  };
}
