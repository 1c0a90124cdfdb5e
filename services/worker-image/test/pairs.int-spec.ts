import { registry } from '@filemill/formats';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CORNERS, HEIGHT_PX, WIDTH_PX, writeFixtures } from './fixtures.js';
import { colourAt, type Decoded, decode, distance, pdfInfo } from './look.js';

const INPUTS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'heic', 'svg'];
const OUTPUTS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf'];
const PAIRS = INPUTS.flatMap((from) => OUTPUTS.filter((to) => to !== from).map((to) => [from, to] as const));
/** Chroma subsampling and palettes change flat colours by a few levels. */
const TOLERANCE = 14;
/** Largest icon size that is not larger than the picture's longer side. */
const ICON_PX = 64;

let folder: string;
let files: Record<string, string>;
let converter: Converter;

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
  files = await writeFixtures(folder);
});
afterAll(() => converter.close());

function expectQuarters(seen: Decoded, { top = 0.25, bottom = 0.75 } = {}): void {
  expect(distance(colourAt(seen, 0.25, top), CORNERS.topLeft)).toBeLessThan(TOLERANCE);
  expect(distance(colourAt(seen, 0.75, top), CORNERS.topRight)).toBeLessThan(TOLERANCE);
  expect(distance(colourAt(seen, 0.75, bottom), CORNERS.bottomRight)).toBeLessThan(TOLERANCE);
  expect(distance(colourAt(seen, 0.25, bottom), CORNERS.bottomLeft)).toBeLessThan(TOLERANCE);
}

describe('every pair of image formats', () => {
  it('is offered by the engine', () => {
    for (const [from, to] of PAIRS)
      expect(`${from} ${registry.route(from, to)?.output.id}`).toBe(`${from} ${to}`);
  });

  it.each(PAIRS)('%s to %s shows the same picture in another program', async (from, to) => {
    const { outputs, losses } = await converter.convert({
      ownerKey: 'one owner',
      input: files[from] as string,
      from,
      to,
    });
    const path = outputs[0]?.path as string;
    const seen = await decode(path, to);
    const codes = losses.map(({ code }) => code);
    if (to === 'ico') {
      const side = from === 'svg' ? 256 : ICON_PX;
      expect([seen.widthPx, seen.heightPx]).toEqual([side, side]);
      // The picture is in the middle of the square: a sixth of it is empty above and below.
      expectQuarters(seen, { top: 0.33, bottom: 0.67 });
      return;
    }
    expect([seen.widthPx, seen.heightPx]).toEqual([WIDTH_PX, HEIGHT_PX]);
    expectQuarters(seen);
    if (to === 'pdf') {
      // 96 dpi: one pixel is three quarters of a point.
      expect(await pdfInfo(path)).toEqual({ pages: 1, widthPoints: 90, heightPoints: 60 });
    }
    expect(codes).toEqual(from === 'svg' && to === 'pdf' ? ['vector_rasterised'] : []);
  });
});
