import { readFile } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { decodeApng } from './apng-decode.js';
import { decodeBmp } from './bmp-decode.js';
import { hasGainMap } from './gain-map.js';
import { decodeIcns } from './icns-decode.js';
import { decodeIco } from './ico-decode.js';
import { PictureError } from './picture-error.js';
import type { Pixels } from './pixels.js';
import type { PictureDamage, PictureJob } from './protocol.js';
import { drawnSvg } from './svg-source.js';

/**
 * Maximum pixels of one picture; the worker has checked the header against the same number (docs/security.md, limits).
 */
const MAX_PIXELS = 100_000_000;

const SAFE: SharpOptions = { failOn: 'warning', limitInputPixels: MAX_PIXELS, unlimited: false };
/** For pictures whose unreadable part is known. */
const FORGIVING: SharpOptions = { ...SAFE, failOn: 'none' };

/** A picture that can be opened repeatedly, upright, one page at a time or as an animation. */
export interface Source {
  readonly metadata: Metadata;
  /** Pages of a document or frames of an animation; 1 for everything else. */
  readonly pages: number;
  /** The unreadable part. */
  readonly damage?: PictureDamage;
  /** Other properties that are lost although the output could hold them. */
  readonly losses?: readonly LossCode[];
  /** The file itself must not be embedded, because decoders report it as faulty. */
  readonly isMended?: true;
  page(index: number): Sharp;
  /** Of frames one below the other. @param from - the first of them; @param count - how many; by default all */
  animation(from?: number, count?: number): Sharp;
  /** How long each frame is shown, and how often they play, if the pixels of {@link animation} do not say it. */
  readonly timing?: { readonly delaysMs: readonly number[]; readonly loops: number };
}

/** A file that libvips reads directly. @param isMended - accept its readable part */
export async function sourceFromFile(
  input: string,
  { isMended = false, ignoresProfile = false } = {},
): Promise<Source> {
  const options = { ...(isMended ? FORGIVING : SAFE), ignoreIcc: ignoresProfile };
  const found = await sharp(input, options).metadata();
  const metadata = ignoresProfile ? { ...found, hasProfile: false } : found;
  return {
    metadata,
    pages: metadata.pages ?? 1,
    ...(isMended ? { isMended } : {}),
    page: (page) => sharp(input, { ...options, page, autoOrient: true }),
    // Frames lie below each other in one tall picture: the limit applies to all pixels together.
    animation: (page = 0, pages = -1) => sharp(input, { ...options, page, pages, limitInputPixels: false }),
  };
}

/** Pixels that a decoder of this project has produced. */
export async function sourceFromPixels({
  data,
  widthPx,
  heightPx,
  channels,
  missingRows,
}: Pixels): Promise<Source> {
  const open = () => sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
  const source = { metadata: await open().metadata(), pages: 1, page: open, animation: open };
  return missingRows ? { ...source, damage: damageOfRows(missingRows, heightPx) } : source;
}

/** @param missing - 0: none; below 0: unknown */
export const damageOfRows = (missing: number, total: number): PictureDamage =>
  missing < 0 ? { unit: 'unknown' } : { unit: 'rows', missing, total };

const sourceFromBytes = async (bytes: Buffer, options: SharpOptions = {}): Promise<Source> => {
  const open = () => sharp(bytes, { ...SAFE, ...options });
  return { metadata: await open().metadata(), pages: 1, page: open, animation: open };
};

/**
 * Opens the input with the loader of its format; every other is blocked.
 *
 * @throws {PictureError} FILE_CORRUPT, FILE_TOO_LARGE
 */
export async function openSource(job: PictureJob): Promise<Source> {
  allowLoader(job.read.loader);
  switch (job.read.opens) {
    case 'bitmap':
      return sourceFromPixels(decodeBmp(await readFile(job.input)));
    case 'icon':
      return fromIcon(await readFile(job.input), job.salvage, decodeIco);
    case 'icon family':
      return fromIcon(await readFile(job.input), job.salvage, decodeIcns);
    case 'drawing': {
      const { text, isCut, density, widthPx, heightPx } = await drawnSvg(job);
      const source = await sourceFromBytes(text, { density });
      const page = () => source.page(0).resize(widthPx, heightPx, { fit: 'fill' });
      const drawing = { ...source, page, animation: page };
      return isCut ? { ...drawing, damage: { unit: 'unknown' } } : drawing;
    }
    default: {
      const source = await sourceFromFile(job.input, {
        ignoresProfile: job.read.ignoresProfile === true,
      });
      requireUsual(source.metadata);
      if (job.read.mends === 'png' && job.frames > 1 && job.write.holds.includes('animation'))
        return sourceOfApng(job.input, source);
      return withGainMapLoss(job, source);
    }
  }
}

/** An animated PNG, of which libvips reads the still picture alone. */
async function sourceOfApng(input: string, still: Source): Promise<Source> {
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] });
  const animation = await decodeApng(await readFile(input));
  if (!animation) return still;
  const { data, widthPx, heightPx, ...timing } = animation;
  const pages = timing.delaysMs.length;
  const frameBytes = widthPx * heightPx * 4;
  return {
    ...still,
    pages,
    timing,
    animation: (from = 0, count = pages) =>
      sharp(data.subarray(from * frameBytes, (from + count) * frameBytes), {
        raw: { width: widthPx, height: heightPx * count, channels: 4, pageHeight: heightPx },
      }),
  };
}

/** No output can hold a gain map. */
export const withGainMapLoss = (job: PictureJob, source: Source): Source =>
  job.read.mends === 'jpeg' && hasGainMap(job.input, source.metadata.xmp)
    ? { ...source, losses: ['hdr_converted'] }
    : source;

/**
 * Two kinds of TIFF that libvips opens without an error: floating-point grey is light from 0 to 1, which it reads as
 * levels from 0 to 255; and extra samples besides colours and transparency, which no output can hold.
 */
function requireUsual({ depth, space, format, channels }: Metadata): void {
  if (format !== 'tiff') return;
  if ((depth === 'float' && space !== 'scrgb') || (channels > 4 && space !== 'cmyk')) {
    throw new PictureError('FILE_CORRUPT', 'its samples are of an unusual kind');
  }
}

async function fromIcon(file: Buffer, salvage: boolean, decode: typeof decodeIco): Promise<Source> {
  for (let from = 0; ; ) {
    const { picture, missing, total } = decode(file, from);
    try {
      const source = Buffer.isBuffer(picture)
        ? await sourceFromBytes(picture)
        : await sourceFromPixels(picture);
      // Whether a PNG inside is complete is known only after decoding, and the next smaller picture may be.
      if (salvage && Buffer.isBuffer(picture)) await source.page(0).stats();
      return missing > 0 ? { ...source, damage: { unit: 'frames', missing, total } } : source;
    } catch (error) {
      if (!salvage || PictureError.from(error).code !== 'FILE_CORRUPT') throw error;
      from = missing + 1;
    }
  }
}

/** Blocks every loader of libvips except that of the detected format, so that no content chooses its own decoder. */
export function allowLoader(loader: string | undefined): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  if (loader !== undefined) sharp.unblock({ operation: [loader] });
}
