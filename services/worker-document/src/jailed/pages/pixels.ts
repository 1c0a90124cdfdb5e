import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { PageEncoder, PageRange } from '@filemill/formats';
import sharp, { type Sharp } from 'sharp';
import { type PpmPage, ppmPages } from '../ppm-stream.js';
import { toBmp, toPam, toPpm, toRas, toSgi, toTga } from './raw-pictures.js';

sharp.concurrency(1);
sharp.cache(false);

/** How a page is written. */
export interface Picture {
  readonly encoder: PageEncoder;
  readonly dpi: number;
  /** 1 to 100, of a lossy one. */
  readonly quality: number;
  readonly grey: boolean;
}

const COMPRESSED: Readonly<Partial<Record<PageEncoder, (image: Sharp, quality: number) => Sharp>>> = {
  avif: (image, quality) => image.avif({ quality, effort: 1, chromaSubsampling: '4:4:4' }),
  gif: (image) => image.gif({ effort: 3 }),
  jpeg: (image, quality) => image.jpeg({ quality }),
  png: (image) => image.png({ compressionLevel: 6 }),
  tiff: (image) => image.tiff({ compression: 'lzw', predictor: 'horizontal' }),
  webp: (image, quality) => image.webp({ quality, effort: 2 }),
};
const RAW: Readonly<Partial<Record<PageEncoder, (page: PpmPage, dpi: number) => Buffer>>> = {
  ...{ 'own bmp': toBmp, 'own pam': toPam, 'own ppm': toPpm },
  ...{ 'own ras': toRas, 'own sgi': toSgi, 'own tga': toTga },
};

/** Writes one page to a file. */
export async function writePage(
  page: PpmPage,
  path: string,
  { encoder, dpi, quality, grey }: Picture,
): Promise<void> {
  if (grey) toGrey(page);
  const raw = RAW[encoder];
  if (raw) return writeFile(path, raw(page, dpi));
  const image = sharp(page.pixels, {
    raw: { width: page.widthPx, height: page.heightPx, channels: 3 },
    limitInputPixels: false,
  });
  image.withMetadata({ density: dpi });
  await COMPRESSED[encoder]?.(grey ? image.toColourspace('b-w') : image, quality).toFile(path);
}

/** The pages of a PDF, drawn one after the other. A damaged file may lack some. @param range - absent: all of them */
export async function* drawnPages(input: string, dpi: number, range?: PageRange): AsyncGenerator<PpmPage> {
  const part = range ? ['-f', `${range[0]}`, '-l', `${range[1]}`] : [];
  const args = ['-r', `${dpi}`, ...part, input];
  const poppler = spawn('/usr/bin/pdftoppm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => poppler.once('close', resolve));
  yield* ppmPages(poppler.stdout);
  await ended;
}

/** Gives each pixel its luma, in place: ITU-R BT.601, as JPEG has it, in 1/1024. */
function toGrey({ pixels }: PpmPage): void {
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r, g, b] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    pixels[at] = pixels[at + 1] = pixels[at + 2] = (306 * r + 601 * g + 117 * b) >> 10;
  }
}

/** Compares row by row with a white row, so that no second picture is held. */
export function isWhite({ widthPx, pixels }: PpmPage): boolean {
  const white = Buffer.alloc(widthPx * 3, 0xff);
  for (let at = 0; at < pixels.length; at += white.length) {
    if (!pixels.subarray(at, at + white.length).equals(white)) return false;
  }
  return true;
}

/** Colours of a palette. */
const PALETTE = 256;

/** Whether a palette cannot hold all its colours. */
export function hasManyColours({ pixels }: PpmPage): boolean {
  const seen = new Set<number>();
  let last = -1;
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    if (colour === last) continue;
    last = colour;
    if (seen.add(colour).size > PALETTE) return true;
  }
  return false;
}
