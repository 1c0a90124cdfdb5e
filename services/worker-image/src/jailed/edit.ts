import { FITS, partOf, sizeAfter } from '@filemill/formats/geometry';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PictureError } from './picture-error.js';
import { WHITE } from './prepare.js';
import type { PictureJob } from './protocol.js';
import { isRetouched, retouched, trimmed } from './retouch.js';
import type { Source } from './source.js';

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Where the edited pictures wait until they are encoded; the worker discards what is no output. */
const fileOf = (index: number): string => `/job/out/edited-${index}.png`;

function refuse(setting: string): never {
  throw new PictureError('OPTION_INVALID', setting);
}

/** Whether the user wants other pixels than those of the upload. */
export const changesPixels = ({ edits, retouch }: PictureJob): boolean =>
  isRetouched(retouch) ||
  edits.width !== undefined ||
  edits.height !== undefined ||
  edits.rotate !== 0 ||
  edits.mirror !== 'none' ||
  edits.grey ||
  edits.background !== undefined ||
  [edits.cropLeft, edits.cropTop, edits.cropWidth, edits.cropHeight].some((crop) => crop !== undefined);

/**
 * Makes the pictures that the user wants of those in a file: mirrored, turned, cropped and resized, in this order. Each
 * becomes a PNG, so that what follows reads it like an upload, with its profile and metadata.
 *
 * @throws {PictureError} OPTION_INVALID for a part outside the picture, or for a result above the limits
 */
export async function editSource(
  job: PictureJob,
  source: Source,
): Promise<{ job: PictureJob; source: Source }> {
  const isAnimation = job.read.moves === true && source.pages > 1 && job.write.holds.includes('animation');
  const hasPages = !job.onlyFirst && (!job.read.moves || job.write.saver === 'own document');
  const count = isAnimation || hasPages ? source.pages : 1;
  const files: string[] = [];
  for (let index = 0; index < count; index++) {
    const file = fileOf(index);
    const picture = isAnimation ? source.animation(index, 1) : source.page(index);
    const whole = await drawn(picture, job);
    // Frames of an animation must keep one size.
    const part =
      count === 1 || !isAnimation
        ? await trimmed(whole, job.retouch, (picture) => done(withDepth(picture, source.metadata, false)))
        : whole;
    await editPicture(part, job, source.metadata, count, file);
    files.push(file);
  }
  sharp.unblock({ operation: ['VipsForeignLoadPngFile'] });
  const metadata = await sharp(files[0] ?? '').metadata();
  const { delay = [], loop = 0, isPalette } = source.metadata;
  return {
    job: { ...job, widthPx: metadata.width, heightPx: metadata.height },
    source: {
      ...source,
      metadata: { ...metadata, isPalette: isPalette === true },
      pages: count,
      isMended: true,
      timing: source.timing ?? { delaysMs: delay, loops: loop },
      page: (index) => sharp(files[index] ?? ''),
      animation: (from = 0, length = count) =>
        sharp(files.slice(from, from + length), { join: { animated: true } }),
    },
  };
}

/** A drawing is drawn before it is changed, because it is drawn by a change of its size. */
const drawn = async (picture: Sharp, { read }: PictureJob): Promise<Sharp> =>
  read.opens === 'drawing' ? done(picture) : picture;

/** What was asked of a picture so far is done; sharp has its own order for what it does at once. */
async function done(picture: Sharp): Promise<Sharp> {
  const bytes = await picture.png({ compressionLevel: 1 }).toBuffer();
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] });
  return sharp(bytes);
}

async function editPicture(
  picture: Sharp,
  job: PictureJob,
  known: Metadata,
  count: number,
  file: string,
): Promise<void> {
  const { edits } = job;
  const { width, height } = await sizeOf(picture);
  const isTurned = edits.rotate === 90 || edits.rotate === 270;
  const upright = isTurned ? { width: height, height: width } : { width, height };
  let edited = picture;
  if (edits.mirror === 'horizontal') edited = edited.flop();
  if (edits.mirror === 'vertical') edited = edited.flip();
  if (edits.rotate !== 0) edited = edited.rotate(edits.rotate);
  const part = partOf(edits, upright, unitOf(job, width), refuse);
  if (part && (edits.mirror !== 'none' || edits.rotate !== 0))
    edited = await done(withDepth(edited, known, false));
  if (part) edited = edited.extract(part);
  const { limits } = job;
  const wanted = sizeAfter(edits, part ?? upright);
  const isOver =
    Math.max(wanted.width, wanted.height) > limits.sidePx ||
    wanted.width * wanted.height > limits.pixels ||
    wanted.width * wanted.height * count > limits.framePixels;
  if (isOver) refuse(edits.width === undefined ? 'height' : 'width');
  if (edits.width !== undefined || edits.height !== undefined) {
    const isClear = edits.background === undefined && job.write.holds.includes('transparency');
    edited = edited.resize({
      ...wanted,
      fit: FITS[edits.fit],
      background: isClear ? TRANSPARENT : (edits.background ?? WHITE),
    });
  }
  if (edits.background !== undefined) edited = edited.flatten({ background: edits.background });
  await withDepth(retouched(edited, job.retouch, known), known, edits.grey)
    .png({ compressionLevel: 1 })
    .toFile(file);
}

/** Size as `page` shows it, which for a picture with an orientation is not that of its header. */
async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { width, height, pageHeight, autoOrient } = await picture.metadata();
  const upright = autoOrient ?? { width, height };
  return { width: upright.width, height: pageHeight ?? upright.height };
}

/** Pixels of the picture for each of the upload: a drawing is drawn larger for some outputs. */
const unitOf = ({ read, widthPx }: PictureJob, width: number): number =>
  read.opens === 'drawing' && widthPx > 0 ? width / widthPx : 1;

/** Keeps sixteen bits, an RGB profile and the metadata. */
function withDepth(picture: Sharp, { depth, space, hasProfile, exif, xmp }: Metadata, grey: boolean): Sharp {
  const isDeep = depth === 'ushort';
  let kept = picture;
  if (grey) kept = isDeep ? kept.toColourspace('grey16') : kept.greyscale();
  else if (isDeep) kept = kept.toColourspace(space === 'grey16' ? 'grey16' : 'rgb16');
  const isRgb = space === 'srgb' || space === 'rgb16' || space === 'rgb';
  if (isRgb && hasProfile && !grey) kept = kept.keepIccProfile();
  if (exif) kept = kept.keepExif();
  if (xmp) kept = kept.keepXmp();
  return kept;
}
