import type { Route } from '@filemill/formats';
import { provePairs, runsOn } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { CAMERA_PHOTOS, CORNERS, HEIGHT_PX, ICON_PX, WIDTH_PX, writeFixtures } from './fixtures.js';
import {
  colourAt,
  type Decoded,
  decode,
  distance,
  meanAt,
  pdfInfo,
  previewIn,
  sharesOf,
  structuralSimilarity,
} from './look.js';

/** A drawing stays one, which another suite proves. */
const isMinified = ({ steps }: Route): boolean => steps.some(({ engine }) => engine === 'svgo');

/** Chroma subsampling and palettes change flat colours by a few levels. */
const TOLERANCE = 14;
/** A raw photo is made as bright as its brightest part allows; shades of dots are uneven. */
const ROUGH_TOLERANCE = 30;
/** Largest icon size that is not larger than the picture's longer side. */
const SMALL_ICON_PX = 64;
/** The largest size of each kind of icon, which a drawing gets. */
const LARGEST_ICONS: Readonly<Record<string, number>> = { ico: 256, cur: 128, icns: 1_024 };
/** Of the samples that declare it, for PDF. */
const DPI: Readonly<Record<string, number>> = { djvu: 100, dng: 300 };
const SCREEN_DPI = 96;
const DRAWINGS = ['svg', 'svgz'];
/** Outputs that have a size on paper. */
const PRINTED = ['pdf', 'ps', 'eps'];

let folder: string;
let files: Record<string, string>;
let converter: Converter;

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
  files = await writeFixtures(folder);
});
afterAll(() => converter.close());

/** Colours in formats of shades: those of ITU-R BT.601, and black or white beside half of it. */
function shown([r = 0, g = 0, b = 0]: readonly number[], format: string): readonly number[] {
  const grey = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
  if (format === 'pgm') return [grey, grey, grey];
  if (![...BLACK_WHITE, 'traced'].includes(format)) return [r, g, b];
  return grey < 128 ? [0, 0, 0] : [255, 255, 255];
}

const BLACK_WHITE = ['pbm', 'xbm', 'wbmp'];
/** Inputs of several layers. */
const LAYERED = ['psd', 'xcf', 'ora', 'kra'];
/** Outputs that hold 16 bits, which raw photos and float maps have on their way. */
const DEEP = [
  'apng',
  'png',
  'tiff',
  'jp2',
  'jxl',
  'ppm',
  'pam',
  'sgi',
  'dpx',
  'exr',
  'pfm',
  'fits',
  'hdr',
  'psd',
];
const RAW = ['dng', ...Object.keys(CAMERA_PHOTOS)];

/** What the route must report. */
function lossesOf(from: string, to: string): string[] {
  const toShades = to === 'pgm' ? ['colours_to_grey'] : [];
  const toTwo = [...BLACK_WHITE, 'svg'].includes(to) ? ['colours_to_black_white'] : [];
  return [
    ...(DRAWINGS.includes(from) && PRINTED.includes(to) ? ['vector_rasterised'] : []),
    ...(RAW.includes(from) ? ['metadata_dropped'] : []),
    ...(['pfm', 'exr', 'hdr'].includes(from) ? ['hdr_converted'] : []),
    ...(LAYERED.includes(from) ? ['layers_merged'] : []),
    ...([...RAW, 'pfm'].includes(from) && !DEEP.includes(to) ? ['colour_depth_reduced'] : []),
    ...(['pgm', ...BLACK_WHITE].includes(from) ? [] : [...toShades, ...toTwo]),
    // Wavelets make hundreds of shades of four colours; a photo has more.
    ...(['djvu', ...Object.keys(CAMERA_PHOTOS)].includes(from) && to === 'gif' ? ['colours_reduced'] : []),
    ...(CAMERA_PHOTOS[from] && LARGEST_ICONS[to] !== undefined ? ['size_reduced'] : []),
  ];
}

function expectQuarters(seen: Decoded, from: string, to: string, { top = 0.25, bottom = 0.75 } = {}): void {
  // Black and white makes shades by dots; the sample of FITS is grey.
  const isDotted = BLACK_WHITE.includes(to);
  const tolerance = from === 'dng' || isDotted ? ROUGH_TOLERANCE : TOLERANCE;
  const expectColour = (x: number, y: number, corner: readonly number[]): void => {
    const target = to === 'svg' ? 'traced' : to;
    const expected = shown(shown(corner, from === 'fits' ? 'pgm' : from), isDotted ? 'pgm' : target);
    expect(distance((isDotted ? meanAt : colourAt)(seen, x, y), expected)).toBeLessThan(tolerance);
  };
  expectColour(0.25, top, CORNERS.topLeft);
  expectColour(0.75, top, CORNERS.topRight);
  expectColour(0.75, bottom, CORNERS.bottomRight);
  expectColour(0.25, bottom, CORNERS.bottomLeft);
}

/** The sample inside the square of an icon. */
function insideSquare({ widthPx, heightPx, rgb }: Decoded): Decoded {
  const rows = Math.round((widthPx * HEIGHT_PX) / WIDTH_PX);
  const first = Math.round((heightPx - rows) / 2);
  return {
    widthPx,
    heightPx: rows,
    rgb: rgb.subarray(first * widthPx * 3, (first + rows) * widthPx * 3),
  };
}

/** The structural similarity of an output with what its sample shows. */
function likenessOf(seen: Decoded, from: string): number {
  const { widthPx, heightPx } = seen;
  const wanted = Buffer.alloc(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [left, right] =
        y < heightPx / 2 ? [CORNERS.topLeft, CORNERS.topRight] : [CORNERS.bottomLeft, CORNERS.bottomRight];
      wanted.set(shown(x < widthPx / 2 ? left : right, from), (y * widthPx + x) * 3);
    }
  }
  return structuralSimilarity(seen, { widthPx, heightPx, rgb: wanted });
}

describe('every pair of image formats', () => {
  const isMine = (route: Route): boolean =>
    runsOn('image')(route) &&
    !isMinified(route) &&
    !CAMERA_PHOTOS[route.input.id] &&
    route.output.category !== 'video';

  provePairs(isMine, async ({ input: { id: from }, output: { id: to } }) => {
    const { outputs, losses } = await converter.convert({
      ownerKey: 'one owner',
      input: files[from] as string,
      from,
      to,
    });
    const path = outputs[0]?.path as string;
    const seen = await decode(path, to);
    const codes = losses.map(({ code }) => code);
    const isSquare = from === 'icns';
    const [widthPx, heightPx] = isSquare ? [ICON_PX, ICON_PX] : [WIDTH_PX, HEIGHT_PX];
    if (LARGEST_ICONS[to] !== undefined) {
      const side = DRAWINGS.includes(from) ? LARGEST_ICONS[to] : isSquare ? ICON_PX : SMALL_ICON_PX;
      expect([seen.widthPx, seen.heightPx]).toEqual([side, side]);
      // The picture is in the middle of the square: a sixth of it is empty above and below.
      expectQuarters(seen, from, to, isSquare ? {} : { top: 0.33, bottom: 0.67 });
      return likenessOf(isSquare ? seen : insideSquare(seen), from);
    }
    const dpi = DPI[from] ?? SCREEN_DPI;
    const drawn = (px: number): number => (PRINTED.includes(to) ? Math.ceil((px * SCREEN_DPI) / dpi) : px);
    // PostScript counts whole points.
    const off = (seenPx: number, px: number): number => Math.abs(seenPx - drawn(px));
    const most = to === 'ps' || to === 'eps' ? 1 : 0;
    expect(Math.max(off(seen.widthPx, widthPx), off(seen.heightPx, heightPx))).toBeLessThanOrEqual(most);
    expectQuarters(seen, from, to);
    if (to === 'pdf') {
      const points = (px: number): number => (px * 72) / dpi;
      expect(await pdfInfo(path)).toEqual({
        pages: 1,
        widthPoints: points(widthPx),
        heightPoints: points(heightPx),
      });
    }
    expect(codes).toEqual(lossesOf(from, to));
    // Black and white is not like colours.
    return to === 'svg' ? undefined : likenessOf(seen, from);
  });
});

/** Our development is brighter than the camera's. */
const PHOTO_TOLERANCE = 75;

describe('every pair of a photo that a camera took', () => {
  provePairs(
    ({ input }) => CAMERA_PHOTOS[input.id] !== undefined,
    async ({ input: { id: from }, output: { id: to } }) => {
      const { path = '', widthPx = 0, heightPx = 0 } = CAMERA_PHOTOS[from] ?? {};
      const { outputs, losses } = await converter.convert({ ownerKey: 'one owner', input: path, from, to });
      expect(losses.map(({ code }) => code)).toEqual(lossesOf(from, to));
      const seen = await decode(outputs[0]?.path as string, to);
      const isIcon = LARGEST_ICONS[to] !== undefined;
      if (!isIcon && !PRINTED.includes(to))
        expect([seen.widthPx, seen.heightPx]).toEqual([widthPx, heightPx]);
      const wanted = sharesOf(await previewIn(path, folder));
      for (const [index, share] of sharesOf(isIcon ? insideSquare(seen) : seen).entries()) {
        const expected = shown(wanted[index] ?? [], BLACK_WHITE.includes(to) ? 'pgm' : to);
        expect(distance(share, expected)).toBeLessThan(PHOTO_TOLERANCE);
        expect(Math.min(...share)).toBeLessThan(250);
      }
    },
  );
});
