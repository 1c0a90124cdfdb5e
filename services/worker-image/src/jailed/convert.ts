import type { LossCode } from '@filemill/catalogue';
import { writeBmp } from './bmp-encode.js';
import { ENCODERS } from './encode.js';
import { writeIco } from './ico-encode.js';
import { photoToWebp, type WebpOfJpeg } from './photo.js';
import { PictureError } from './picture-error.js';
import { isGraphic, loses, prepare } from './prepare.js';
import type { PictureJob, PictureResult } from './protocol.js';
import { openSource, type Source } from './source.js';

const OUT = '/job/out';
/** Only for a step between two engines, which has no options. */
const INTERMEDIATE_QUALITY = 100;
const ANIMATED = new Set(['gif', 'webp']);
const MOVING_INPUTS = new Set(['gif', 'webp', 'png']);

/**
 * Converts one picture. Animations stay animations between GIF and WebP; pages of a TIFF become pages of a PDF or one
 * output each.
 *
 * @param webpOfJpeg - the quicker way of photos
 * @param onProgress - fraction of the pages that are written
 */
export async function convertPicture(
  job: PictureJob,
  webpOfJpeg: WebpOfJpeg,
  onProgress: (fraction: number) => void,
): Promise<PictureResult> {
  const source = await openSource(job);
  const photo = photoToWebp(job, source, `${OUT}/${nameOf(job)}`, qualityOf(job), webpOfJpeg);
  if (photo) return { outputs: [nameOf(job)], losses: [], expected: photo };
  const losses: LossCode[] = [];
  if (job.inputFormat === 'svg' && job.outputFormat === 'pdf') losses.push('vector_rasterised');
  if (job.outputFormat === 'pdf') {
    if (job.frames > source.pages) losses.push('animation_dropped');
    // pdf-lib takes longer to load than all the rest, and every process is booted for one job in the end.
    const { writePdf } = await import('./pdf-encode.js');
    await writePdf(`${OUT}/${job.outputBase}.${job.outputExtension}`, job, source, onProgress);
    // The reader of PDF headers does not count pages; that its end is in place is checked.
    return { outputs: [nameOf(job)], losses, expected: {} };
  }
  if (job.frames > 1 && MOVING_INPUTS.has(job.inputFormat)) {
    if (source.pages > 1 && ANIMATED.has(job.outputFormat)) return animate(job, source);
    losses.push('animation_dropped');
    return pages(job, source, 1, losses, onProgress);
  }
  return pages(job, source, source.pages, losses, onProgress);
}

const nameOf = (job: PictureJob, page?: number): string =>
  `${job.outputBase}${page === undefined ? '' : `-${page}`}.${job.outputExtension}`;

async function animate(job: PictureJob, source: Source): Promise<PictureResult> {
  const settings = { quality: qualityOf(job), graphic: isGraphic(job, source), final: job.final };
  const info = await encoderOf(job)(prepare(source.animation(), job, source), settings).toFile(
    `${OUT}/${nameOf(job)}`,
  );
  const heightPx = info.pageHeight ?? info.height;
  return { outputs: [nameOf(job)], losses: [], expected: { widthPx: info.width, heightPx } };
}

async function pages(
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
    if (!losses.includes('transparency_flattened') && (await loses(source, page, job)))
      losses.push('transparency_flattened');
    size = await writePage(`${OUT}/${name}`, job, source, page);
    outputs.push(name);
    sizes.add(`${size.widthPx} ${size.heightPx}`);
    if (count > 1) onProgress((page + 1) / count);
  }
  const longer = Math.max(job.widthPx, job.heightPx);
  if (job.outputFormat === 'ico' && job.inputFormat !== 'svg' && longer > size.widthPx)
    losses.push('size_reduced');
  // Pages of different sizes have no size in common to be checked against.
  return { outputs, losses, expected: sizes.size === 1 ? size : {} };
}

async function writePage(
  path: string,
  job: PictureJob,
  source: Source,
  page: number,
): Promise<{ widthPx: number; heightPx: number }> {
  const picture = prepare(source.page(page), job, source);
  if (job.outputFormat === 'ico') {
    const side = await writeIco(path, picture, Math.max(job.widthPx, job.heightPx, ...iconOfDrawing(job)));
    return { widthPx: side, heightPx: side };
  }
  if (job.outputFormat === 'bmp') {
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    await writeBmp(path, data, info.width, info.height);
    return { widthPx: info.width, heightPx: info.height };
  }
  const settings = { quality: qualityOf(job), graphic: isGraphic(job, source), final: job.final };
  const info = await encoderOf(job)(picture, settings).toFile(path);
  return { widthPx: info.width, heightPx: info.height };
}

/** A drawing has every size that an icon can hold. */
const iconOfDrawing = (job: PictureJob): number[] => (job.inputFormat === 'svg' ? [256] : []);

const qualityOf = (job: PictureJob): number => job.options.quality ?? INTERMEDIATE_QUALITY;

function encoderOf(job: PictureJob) {
  const encode = ENCODERS[job.outputFormat];
  if (!encode) throw new PictureError('ENGINE_FAILED', `no encoder for ${job.outputFormat}`);
  return encode;
}
