import { readdir, rm } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import { withTiming, withWantedTiming, writeFrame, writeFrames } from './animate.js';
import { writeBmp } from './bmp-encode.js';
import { changesPixels, editSource } from './edit.js';
import { largestIconSide, writeIcon } from './icon-encode.js';
import { lackingIn, lackingInGif } from './lacking.js';
import { mendSource } from './mend.js';
import type { Mender } from './natives.js';
import { photoToWebp, type WebpOfJpeg } from './photo.js';
import { PictureError } from './picture-error.js';
import { MIN_READABLE_SHARE } from './pixels.js';
import {
  changesHeld,
  isGraphic,
  losesTransparency,
  preparePicture,
  setEncoder,
  softened,
  withSize,
} from './prepare.js';
import type { PictureDamage, PictureJob, PictureResult } from './protocol.js';
import { openSource, type Source } from './source.js';

const OUT = '/job/out';

/** The native add-ons of this process. */
interface Natives {
  /** The fast path for photos. */
  readonly webpOfJpeg: WebpOfJpeg;
  /** Loads the code that examines damaged and unusual pictures. */
  readonly mender: () => Mender;
}

/**
 * Converts one picture. Animations stay animations between GIF and WebP; pages of a TIFF become pages of a PDF or one
 * output each. A picture that a decoder reports as faulty is examined again: unusual but complete pictures are
 * converted; damaged ones are refused, or converted as far as they can be read if the job allows it.
 *
 * @param onProgress - fraction of the written pages
 */
export async function convertPicture(
  job: PictureJob,
  natives: Natives,
  onProgress: (fraction: number) => void,
): Promise<PictureResult> {
  let firstError: unknown;
  if (!job.salvage && !job.isSuspect) {
    try {
      return await convertStrictly(job, natives, onProgress);
    } catch (error) {
      if (PictureError.from(error).code !== 'FILE_CORRUPT') throw error;
      firstError = error;
      for (const name of await readdir(OUT)) await rm(`${OUT}/${name}`, { recursive: true });
    }
  }
  const { source, release } = await mendSource(job, natives.mender);
  const { damage } = source;
  // Checked first, so that no time is spent on an empty picture.
  if (damage && isUnreadable(damage))
    throw new PictureError('FILE_CORRUPT', 'less than a twentieth of it can be read');
  if (damage && !job.salvage) throw firstError ?? new PictureError('FILE_CORRUPT', 'it ends too early');
  const result = withLossesOf(source, await writeOutputs(job, source, onProgress));
  await release();
  return damage ? { ...result, damage } : result;
}

const isUnreadable = (damage: PictureDamage): boolean =>
  damage.unit === 'rows' && damage.total - damage.missing < damage.total * MIN_READABLE_SHARE;

async function convertStrictly(
  job: PictureJob,
  { webpOfJpeg }: Natives,
  onProgress: (fraction: number) => void,
): Promise<PictureResult> {
  const source = await openSource(job);
  if (source.damage) throw new PictureError('FILE_CORRUPT', 'it ends too early');
  const photo =
    changesPixels(job) || changesHeld(job) || job.softening !== undefined
      ? undefined
      : photoToWebp(job, source, `${OUT}/${nameOf(job)}`, webpOfJpeg);
  if (photo) return withLossesOf(source, { outputs: [nameOf(job)], losses: [], expected: photo });
  return withLossesOf(source, await writeOutputs(job, source, onProgress));
}

const withLossesOf = ({ losses = [] }: Source, result: PictureResult): PictureResult => ({
  ...result,
  losses: [...losses, ...result.losses],
});

async function writeOutputs(
  known: PictureJob,
  upload: Source,
  onProgress: (fraction: number) => void,
): Promise<PictureResult> {
  const sized = withSize(onlyWanted(known), upload);
  const found = sized.edits.frames === 'first' ? { ...upload, pages: 1 } : upload;
  const losses: LossCode[] = lackingIn(sized, found);
  const edited = changesPixels(sized) ? await editSource(sized, found) : { job: sized, source: found };
  const { job } = edited;
  const source = withWantedTiming(edited.source, job.held);
  const { saver, holds } = job.write;
  if (saver === 'own document') {
    if (job.read.opens === 'drawing') losses.push('vector_rasterised');
    const pages = job.onlyFirst ? 1 : source.pages;
    if (job.frames > pages && (job.read.moves || pages === source.pages)) losses.push('animation_dropped');
    else if (pages < source.pages) losses.push('pages_dropped');
    for (let page = 0; page < pages; page++) await addLossesOfPage(losses, job, source, page);
    // pdf-lib takes longer to load than all the rest, and each process serves only one job.
    const { writePdf } = await import('./pdf-encode.js');
    await writePdf(`${OUT}/${nameOf(job)}`, job, source, pages, onProgress);
    // The reader of PDF headers does not count pages, but it checks the end.
    return { outputs: [nameOf(job)], losses, expected: {} };
  }
  if (job.frames > 1 && job.read.moves) {
    if (source.pages > 1 && holds.includes('animation')) return writeAnimation(job, source, losses);
    losses.push('animation_dropped');
    return writePages(job, source, 1, losses, onProgress);
  }
  if (job.onlyFirst && found.pages > 1) losses.push('pages_dropped');
  return writePages(job, source, job.onlyFirst ? 1 : source.pages, losses, onProgress);
}

/** Without the pictures that the user does not want, so that nobody is told that they are lost. */
const onlyWanted = (job: PictureJob): PictureJob =>
  job.edits.frames === 'first' ? { ...job, frames: 1 } : job;

const nameOf = (job: PictureJob, page?: number): string =>
  `${job.outputBase}${page === undefined ? '' : `-${page}`}.${job.outputExtension}`;

async function writeAnimation(job: PictureJob, source: Source, losses: LossCode[]): Promise<PictureResult> {
  for (let page = 0; page < source.pages; page++) await addLossesOfPage(losses, job, source, page);
  const path = `${OUT}/${nameOf(job)}`;
  if (job.write.saver === 'own animation') {
    return { outputs: [nameOf(job)], losses, expected: await writeFrames(path, job, source) };
  }
  const animation = preparePicture(source.animation(), job, source);
  const info = await setEncoder(animation, withTiming(job.write, source), isGraphic(job, source)).toFile(
    path,
  );
  const heightPx = info.pageHeight ?? info.height;
  return { outputs: [nameOf(job)], losses, expected: { widthPx: info.width, heightPx } };
}

async function writePages(
  job: PictureJob,
  source: Source,
  count: number,
  losses: LossCode[],
  onProgress: (fraction: number) => void,
): Promise<PictureResult> {
  const outputs: string[] = [];
  const sizes = new Set<string>();
  let size = { widthPx: 0, heightPx: 0 };
  for (let page = 0; page < count; page++) {
    const name = nameOf(job, count === 1 ? undefined : page + 1);
    await addLossesOfPage(losses, job, source, page);
    size = await writePage(`${OUT}/${name}`, job, source, page);
    outputs.push(name);
    sizes.add(`${size.widthPx} ${size.heightPx}`);
    if (count > 1) onProgress((page + 1) / count);
  }
  const longer = Math.max(job.widthPx, job.heightPx);
  const isChosen = (job.write.args.photo.iconSize ?? 0) !== 0;
  if (!isChosen && largestIconSide(job.write.saver) && job.read.opens !== 'drawing' && longer > size.widthPx)
    losses.push('size_reduced');
  // Pages of different sizes have no common size to check.
  return { outputs, losses, expected: sizes.size === 1 ? size : {} };
}

/** Adds what is known only from the pixels. */
async function addLossesOfPage(
  losses: LossCode[],
  job: PictureJob,
  source: Source,
  page: number,
): Promise<void> {
  const add = (code: LossCode): unknown => losses.includes(code) || losses.push(code);
  if (!losses.includes('transparency_flattened') && (await losesTransparency(source, page, job)))
    add('transparency_flattened');
  if (job.write.saver !== 'gif') return;
  if (!losses.includes('colours_reduced') || source.metadata.hasAlpha)
    (await lackingInGif(source, page)).forEach(add);
}

async function writePage(
  path: string,
  job: PictureJob,
  source: Source,
  page: number,
): Promise<{ widthPx: number; heightPx: number }> {
  const picture = preparePicture(source.page(page), job, source);
  const largestPx = largestIconSide(job.write.saver);
  if (largestPx !== undefined) {
    // A drawing can be drawn in every size that an icon can hold.
    const drawnPx = job.read.opens === 'drawing' ? largestPx : 0;
    const side = await writeIcon(
      path,
      job.write.saver,
      picture,
      Math.max(job.widthPx, job.heightPx, drawnPx),
      job.write.args.photo.iconSize,
    );
    return { widthPx: side, heightPx: side };
  }
  if (job.write.saver === 'own bitmap') {
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    await writeBmp(path, data, info.width, info.height);
    return { widthPx: info.width, heightPx: info.height };
  }
  if (job.write.saver === 'own animation') return writeFrame(path, picture, job, source);
  const info = await setEncoder(softened(picture, job), job.write, isGraphic(job, source)).toFile(path);
  return { widthPx: info.width, heightPx: info.height };
}
