import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { decodeBmp } from './bmp-decode.js';
import { decodeIco } from './ico-decode.js';
import { allowLoader } from './loaders.js';
import type { Pixels } from './pixels.js';
import type { PictureJob } from './protocol.js';
import { drawnSvg } from './svg-source.js';

/** Pixels of one picture; the worker has checked the header against the same number (docs/security.md, limits). */
const MAX_PIXELS = 100_000_000;

const SAFE: SharpOptions = { failOn: 'warning', limitInputPixels: MAX_PIXELS, unlimited: false };

/** A picture that can be opened as often as needed, upright, one page at a time or as an animation. */
export interface Source {
  readonly metadata: Metadata;
  /** Pages of a document or frames of an animation; 1 for everything else. */
  readonly pages: number;
  page(index: number): Sharp;
  animation(): Sharp;
}

const fromFile = async (job: PictureJob): Promise<Source> => {
  const { input } = job;
  const metadata = await sharp(input, SAFE).metadata();
  return {
    metadata,
    pages: metadata.pages ?? 1,
    page: (page) => sharp(input, { ...SAFE, page, autoOrient: true }),
    // Frames lie below each other in one tall picture: the limit is that of all pixels, checked by the worker.
    animation: () => sharp(input, { ...SAFE, animated: true, limitInputPixels: false }),
  };
};

const fromPixels = async ({ data, widthPx, heightPx, channels }: Pixels): Promise<Source> => {
  const open = () => sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
  return { metadata: await open().metadata(), pages: 1, page: open, animation: open };
};

const fromBytes = async (bytes: Buffer, options: SharpOptions = {}): Promise<Source> => {
  const open = () => sharp(bytes, { ...SAFE, ...options });
  return { metadata: await open().metadata(), pages: 1, page: open, animation: open };
};

/**
 * Opens the input by the one loader of its format; every other is blocked.
 *
 * @throws {PictureError} FILE_CORRUPT, FILE_TOO_LARGE
 */
export async function openSource(job: PictureJob): Promise<Source> {
  allowLoader(job.inputFormat);
  switch (job.inputFormat) {
    case 'bmp':
      return fromPixels(decodeBmp(await readFile(job.input)));
    case 'ico': {
      const picture = decodeIco(await readFile(job.input));
      return Buffer.isBuffer(picture) ? fromBytes(picture) : fromPixels(picture);
    }
    case 'svg': {
      const { text, density, widthPx, heightPx } = await drawnSvg(job);
      const source = await fromBytes(text, { density });
      const page = () => source.page(0).resize(widthPx, heightPx, { fit: 'fill' });
      return { ...source, page, animation: page };
    }
    default:
      return fromFile(job);
  }
}
