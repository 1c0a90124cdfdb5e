import { bytesOf, near, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { run } from '../options-files.js';
import { drawnPictureOf } from '../reading.js';
import { growsAbout, imageOf, pdfText, textOf } from './shared.js';

const wordText = (path: string): string => run('/usr/bin/unzip', '-p', path, 'word/document.xml');

/** Of the samples in PDF, pages of A4, drawn at 150 dots per inch. */
const [PAGE_WIDTH_PX, PAGE_HEIGHT_PX] = [1_240, 1_754];

/** A large side is tried with a small other one, so that it stays below the limit of pixels. */
const LONG_PX = 2_500;

/** How the red box of a page lies, in parts of its size. */
async function boxOf(path: string, format: string): Promise<readonly [x: number, y: number]> {
  await drawnPictureOf(path, format);
  const png = ['png', 'jpg', 'webp'].includes(format) ? path : `${path}.png`;
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = { x: 0, y: 0, count: 0 };
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0] = data.subarray(at, at + 2);
    if (red - green < 150) continue;
    sums.x += (at / info.channels) % info.width;
    sums.y += Math.floor(at / info.channels / info.width);
    sums.count += 1;
  }
  return [sums.x / sums.count / info.width, sums.y / sums.count / info.height];
}

const [BOX_X, BOX_Y] = [0.252, 0.228];
const BOXES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ...{ 0: [BOX_X, BOX_Y], 90: [1 - BOX_Y, BOX_X], 180: [1 - BOX_X, 1 - BOX_Y], 270: [BOX_Y, 1 - BOX_X] },
  ...{ none: [BOX_X, BOX_Y], horizontal: [1 - BOX_X, BOX_Y], vertical: [BOX_X, 1 - BOX_Y] },
};
async function seeBox({ value, result, to }: Tried): Promise<void> {
  const [x, y] = await boxOf(result.path, to);
  const [wantedX, wantedY] = BOXES[`${value}`] ?? [Number.NaN, Number.NaN];
  near(x, wantedX, 0.01);
  near(y, wantedY, 0.01);
}

const drawn = (of: (value: number) => readonly [widthPx: number | undefined, heightPx: number | undefined]) =>
  async function see({ value, result, to }: Tried): Promise<void> {
    const { width, height } = await drawnPictureOf(result.path, to);
    const [widthPx, heightPx] = of(value as number);
    if (widthPx !== undefined) near(width ?? 0, widthPx, 1);
    if (heightPx !== undefined) near(height ?? 0, heightPx, 1);
  };

/** The first pixel. */
async function cornerOf(path: string, format: string): Promise<number[]> {
  await drawnPictureOf(path, format);
  const png = ['png', 'jpg', 'webp'].includes(format) ? path : `${path}.png`;
  return [...(await sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer()).subarray(0, 3)];
}

const PAGES: Pick<OptionLook, 'inputs' | 'outputs' | 'needs'> = {
  inputs: ['pages.pdf'],
  outputs: ['png', 'jpg', 'bmp', 'tiff', 'webp'],
  needs: { pages: '1' },
};
const PHOTO: Pick<OptionLook, 'inputs' | 'needs'> = { inputs: ['photo.pdf'] };

export const PDFS: Readonly<Record<string, OptionLook>> = {
  'poppler pages': {
    inputs: ['pages.pdf'],
    outputs: ['txt', 'svg', 'png'],
    values: ['5', '1,3', '2-'],
    see: ({ value, result, to }) => {
      const count = { '5': 1, '1,3': 2, '2-': 4 }[`${value}`] ?? 0;
      const seen = to === 'txt' ? textOf(result.path).match(/Left \d/g)?.length : result.outputs.length;
      expect(seen).toBe(count);
    },
  },
  'pages pages': {
    inputs: ['pages.pdf'],
    outputs: ['docx'],
    values: ['5', '1,3', '2-'],
    see: ({ value, result }) => {
      const count = { '5': 1, '1,3': 2, '2-': 4 }[`${value}`];
      expect(wordText(result.path).match(/Left \d/g)).toHaveLength(count ?? 0);
    },
  },
  'pages layout': {
    inputs: ['pages.pdf'],
    outputs: ['docx'],
    see: ({ value, result }) => expect(wordText(result.path).includes('<wps:txbx>')).toBe(value === 'exact'),
  },
  'poppler layout': {
    inputs: ['pages.pdf'],
    outputs: ['txt'],
    see: ({ value, result }) =>
      expect(textOf(result.path)).toMatch(value === 'keep' ? /Left 1 {2,}Right 1/ : /Left 1\n+Right 1/),
  },
  dpi: { ...PAGES, see: drawn((dpi) => [(595 * dpi) / 72, (842 * dpi) / 72]) },
  width: {
    ...PAGES,
    needs: (value) => ({ pages: '1', ...(Number(value) > LONG_PX && { height: 3, fit: 'stretch' }) }),
    see: drawn((px) => [px, undefined]),
  },
  height: {
    ...PAGES,
    needs: (value) => ({ pages: '1', ...(Number(value) > LONG_PX && { width: 3, fit: 'stretch' }) }),
    see: drawn((px) => [undefined, px]),
  },
  fit: {
    ...PAGES,
    needs: { pages: '1', width: 100, height: 100 },
    see: (tried) => drawn(() => [tried.value === 'inside' ? 71 : 100, 100])({ ...tried, value: 0 }),
  },
  enlarge: {
    ...PAGES,
    needs: { pages: '1', width: 2 * PAGE_WIDTH_PX },
    see: (tried) =>
      drawn(() => [tried.value ? 2 * PAGE_WIDTH_PX : PAGE_WIDTH_PX, undefined])({ ...tried, value: 0 }),
  },
  rotate: { ...PAGES, see: seeBox },
  mirror: { ...PAGES, see: seeBox },
  grey: {
    ...PAGES,
    see: async ({ value, result, to }) => expect(Number.isNaN((await boxOf(result.path, to))[0])).toBe(value),
  },
  background: {
    ...PAGES,
    needs: { pages: '1', width: 300, height: 300, fit: 'pad' },
    values: ['#000000', '#c04020', '#ffffff'],
    see: async ({ value, result, to }) => {
      const wanted = Buffer.from(`${value}`.slice(1), 'hex');
      for (const [at, level] of (await cornerOf(result.path, to)).entries()) near(level, wanted[at] ?? 0, 10);
    },
  },
  cropLeft: {
    ...PAGES,
    values: [0, 600, 16_383],
    refuses: (value) => Number(value) > PAGE_WIDTH_PX,
    see: drawn((px) => [PAGE_WIDTH_PX - px, PAGE_HEIGHT_PX]),
  },
  cropTop: {
    ...PAGES,
    values: [0, 600, 16_383],
    refuses: (value) => Number(value) > PAGE_HEIGHT_PX,
    see: drawn((px) => [PAGE_WIDTH_PX, PAGE_HEIGHT_PX - px]),
  },
  cropWidth: {
    ...PAGES,
    values: [1, 600, 16_383],
    see: drawn((px) => [Math.min(px, PAGE_WIDTH_PX), PAGE_HEIGHT_PX]),
  },
  cropHeight: {
    ...PAGES,
    values: [1, 600, 16_383],
    see: drawn((px) => [PAGE_WIDTH_PX, Math.min(px, PAGE_HEIGHT_PX)]),
  },
  'poppler quality': { ...PHOTO, see: growsAbout(1, 100) },
  targetSize: {
    inputs: ['pages.pdf'],
    // A page of white needs so many at least.
    values: [40, 1_000_000, 2_097_152],
    needs: { pages: '1', dpi: 36 },
    see: ({ value, result }) => expect(bytesOf(result)).toBeLessThanOrEqual(Number(value) * 1_024),
  },
  'qpdf quality': { ...PHOTO, see: growsAbout(1, 100) },
  'qpdf targetSize': {
    ...PHOTO,
    values: [1, 60, 2_097_152],
    refuses: (value) => value === 1,
    see: async ({ value, result, with: withOther }) => {
      const limit = Number(value) * 1_024;
      expect(bytesOf(result)).toBeLessThanOrEqual(limit);
      const free = bytesOf(await withOther(undefined));
      expect(bytesOf(result)).toBeGreaterThan(Math.min(limit, free) / 2);
    },
  },
  pictureDpi: {
    ...PHOTO,
    // On five centimetres.
    see: ({ value, result, input }) => {
      const [wide, wanted] = [Number(imageOf(input)[3]), (Number(value) * 5) / 2.54];
      near(Number(imageOf(result.path)[3]), Math.min(wide, wanted), 3);
    },
  },
  'qpdf pages': {
    inputs: ['pages.pdf'],
    values: ['3', '2-4,5', '5-3,1,1'],
    see: ({ value, result }) => {
      const wanted = { '3': '3', '2-4,5': '2345', '5-3,1,1': '54311' }[`${value}`];
      expect([...pdfText(result.path).matchAll(/Left (\d)/g)].map(([, page]) => page).join('')).toBe(wanted);
    },
  },
  split: {
    inputs: ['pages.pdf'],
    needs: { pages: '1-2,3-5' },
    see: ({ value, result }) =>
      expect(result.outputs).toHaveLength({ none: 1, each: 5, ranges: 2 }[`${value}`] ?? 0),
  },
  'qpdf rotate': {
    inputs: ['pages.pdf'],
    see: ({ value, result }) =>
      expect(run('/usr/bin/pdfinfo', result.path)).toMatch(new RegExp(`Page rot:\\s+${value}$`, 'm')),
  },
  linearise: {
    inputs: ['pages.pdf'],
    see: ({ value, result }) =>
      expect(run('/usr/bin/pdfinfo', result.path)).toMatch(value ? /Optimized:\s+yes/ : /Optimized:\s+no/),
  },
};
