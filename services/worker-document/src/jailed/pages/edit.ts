import type { PageOptions } from '@filemill/formats';
import { FITS, type PictureSize, partOf, sizeAfter } from '@filemill/formats/geometry';
import sharp, { type Sharp } from 'sharp';
import type { PpmPage } from '../ppm-stream.js';

/** A setting that no page can have: the page is smaller, or the result too large. */
export class SettingOutside extends Error {
  constructor(readonly setting: 'cropLeft' | 'cropTop' | 'width' | 'height') {
    super(setting);
  }
}

function refuse(setting: string): never {
  throw new SettingOutside(setting as SettingOutside['setting']);
}

/** What shows beside a page that is fitted into a size. */
const WHITE = '#ffffff';
/** Drawn larger, letters are no sharper for anybody. */
const MAX_SCALE = 8;

const turned = ({ rotate }: PageOptions, { width, height }: PictureSize): PictureSize =>
  rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height };

const isSized = ({ width, height }: PageOptions): boolean => width !== undefined || height !== undefined;
const isCropped = ({ cropLeft, cropTop, cropWidth, cropHeight }: PageOptions): boolean =>
  [cropLeft, cropTop, cropWidth, cropHeight].some((crop) => crop !== undefined);

/**
 * How many times larger pages are drawn than usual, so that they need not be enlarged afterwards; at least 1. A part of a page
 * is named in its usual pixels, so then it is drawn as usual.
 *
 * @param sizes - their usual ones
 */
export function scaleOf(edits: PageOptions, sizes: readonly PictureSize[], maxPixels: number): number {
  if (!isSized(edits) || isCropped(edits)) return 1;
  const pages = sizes.filter(({ width, height }) => width >= 1 && height >= 1);
  const wanted = pages.map((page) => {
    const upright = turned(edits, page);
    const { width, height } = sizeAfter(edits, upright);
    return Math.max(width / upright.width, height / upright.height);
  });
  const possible = pages.map(({ width, height }) => Math.sqrt(maxPixels / (width * height)));
  return Math.max(1, Math.min(MAX_SCALE, Math.max(...wanted), ...possible));
}

/** Whether the user wants other pixels than those of the pages. */
export const changesPages = (edits: PageOptions): boolean =>
  isSized(edits) || isCropped(edits) || edits.rotate !== 0 || edits.mirror !== 'none' || edits.grey;

/** Mirrors, turns, crops and resizes a page, in this order. @throws {SettingOutside} */
export async function editPage(page: PpmPage, edits: PageOptions, maxPixels: number): Promise<PpmPage> {
  const upright = turned(edits, { width: page.widthPx, height: page.heightPx });
  const part = partOf(edits, upright, 1, refuse);
  const wanted = sizeAfter(edits, part ?? upright);
  if (wanted.width * wanted.height > maxPixels) refuse(edits.width === undefined ? 'height' : 'width');
  let image = opened(page);
  if (edits.mirror === 'horizontal') image = image.flop();
  if (edits.mirror === 'vertical') image = image.flip();
  if (edits.rotate !== 0) image = image.rotate(edits.rotate);
  // sharp has its own order for what it does at once.
  if (edits.mirror !== 'none' || edits.rotate !== 0) image = opened(await pageOf(image));
  if (part) image = image.extract(part);
  if (isSized(edits))
    image = image.resize({ ...wanted, fit: FITS[edits.fit], background: edits.background ?? WHITE });
  if (edits.grey) image = image.greyscale();
  return pageOf(image);
}

const opened = ({ widthPx, heightPx, pixels }: PpmPage): Sharp =>
  sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 }, limitInputPixels: false });

async function pageOf(image: Sharp): Promise<PpmPage> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // sharp writes shades as one sample a pixel.
  const pixels = info.channels === 1 ? tripled(data) : data;
  return { widthPx: info.width, heightPx: info.height, pixels };
}

function tripled(shades: Buffer): Buffer {
  const pixels = Buffer.alloc(shades.length * 3);
  for (let at = 0; at < shades.length; at++) pixels.fill(shades[at] ?? 0, at * 3, at * 3 + 3);
  return pixels;
}
