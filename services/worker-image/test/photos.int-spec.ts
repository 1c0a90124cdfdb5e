import { readFile, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type JpegOptions, type Sharp } from 'sharp';
import type { WebpOfJpeg } from '../src/jailed/photo.js';
import { exec, picture } from './fixtures.js';
import type { Decoded } from './look.js';

const { webpOfJpeg } = createRequire(import.meta.url)('../native/build/picture.node') as {
  webpOfJpeg: WebpOfJpeg;
};
// Files are written again under the same names.
sharp.cache(false);
const WIDTH_PX = 640;
const HEIGHT_PX = 426;

let folder: string;
let converter: Converter;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
});
afterAll(() => converter.close());

/** The same pseudo-random numbers in every run. @returns below `limit` */
function numbers(): (limit: number) => number {
  let seed = 1;
  return (limit) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
}

/** Soft shapes in all colours with noise like a camera's; the four sides differ. */
async function photo(width = WIDTH_PX, height = HEIGHT_PX): Promise<Sharp> {
  const random = numbers();
  const grain = Buffer.alloc(width * height * 3);
  for (let i = 0; i < grain.length; i++) grain[i] = 98 + random(31) + random(31);
  const shapes = picture()
    .resize(width, height, { fit: 'fill' })
    .blur(Math.min(Math.max(width / 20, 1), 30));
  return sharp(await shapes.png().toBuffer()).composite([
    { input: grain, raw: { width, height, channels: 3 }, blend: 'soft-light' },
  ]);
}

async function jpeg(name: string, from: Sharp, options: JpegOptions = {}): Promise<string> {
  await from.jpeg({ quality: 92, chromaSubsampling: '4:2:0', ...options }).toFile(at(name));
  return at(name);
}

const toWebp = (input: string, options = {}): Promise<Converted> =>
  converter.convert({ ownerKey: 'one owner', input, from: 'jpg', to: 'webp', options });
const pathOf = ({ outputs }: Converted): string => outputs[0]?.path as string;

/** Whether the fast path, which skips RGB, converts a photo. */
const usesFastPath = (path: string, orientation = 1): boolean =>
  webpOfJpeg(path, at('direct.webp'), 80, 2, orientation, undefined, undefined, undefined) !== undefined;

/** Peak signal-to-noise ratio: larger is more similar. */
function psnrDb(one: Decoded, other: Decoded): number {
  expect([one.widthPx, one.heightPx]).toEqual([other.widthPx, other.heightPx]);
  let sum = 0;
  for (let i = 0; i < one.rgb.length; i++) sum += ((one.rgb[i] ?? 0) - (other.rgb[i] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / one.rgb.length));
}

/** The upright picture as browsers show it: ffmpeg enlarges chroma in another way. */
async function shown(path: string): Promise<Decoded> {
  const { data, info } = await sharp(path).autoOrient().raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgb: data };
}

describe('a photo that is converted to WebP', () => {
  it.each([50, 80, 95])(
    'at quality %i is as accurate as through RGB, and not much larger',
    async (quality) => {
      const input = await jpeg('true.jpg', await photo());
      expect(usesFastPath(input)).toBe(true);
      const made = await toWebp(input, { quality });
      await sharp(input).webp({ quality, effort: 2 }).toFile(at('sharp.webp'));
      const original = await shown(input);
      const throughRgbDb = psnrDb(await shown(at('sharp.webp')), original);
      expect(psnrDb(await shown(pathOf(made)), original)).toBeGreaterThan(throughRgbDb - 0.1);
      const { length } = await readFile(at('sharp.webp'));
      expect(Math.abs((made.outputs[0]?.sizeBytes ?? 0) / length - 1)).toBeLessThan(0.2);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is upright from EXIF orientation %i, also with odd sizes',
    async (orientation) => {
      for (const [width, height] of [
        [WIDTH_PX, HEIGHT_PX],
        [322, 210],
        [321, 211],
      ] as const) {
        const input = await jpeg('turned.jpg', (await photo(width, height)).withMetadata({ orientation }));
        expect(usesFastPath(input, orientation)).toBe(orientation === 1 || width % 2 === 0);
        const made = await toWebp(input, { quality: 95 });
        expect(psnrDb(await shown(pathOf(made)), await shown(input))).toBeGreaterThan(36);
        expect((await sharp(pathOf(made)).metadata()).orientation ?? 1).toBe(1);
      }
    },
  );

  it.each([
    [1, 1],
    [2, 2],
    [15, 17],
    [16, 16],
    [33, 1],
    [1, 500],
    [16_383, 3],
  ])('of %i × %i px has the right size and pixels', async (width, height) => {
    const input = await jpeg('sized.jpg', await photo(width, height));
    expect(usesFastPath(input)).toBe(true);
    const made = await toWebp(input, { quality: 100 });
    expect(made.outputs[0]?.facts).toMatchObject({ widthPx: width, heightPx: height });
    await sharp(input).webp({ quality: 100, effort: 2 }).toFile(at('sharp.webp'));
    const original = await shown(input);
    const throughRgbDb = psnrDb(await shown(at('sharp.webp')), original);
    expect(psnrDb(await shown(pathOf(made)), original)).toBeGreaterThan(Math.min(throughRgbDb - 0.5, 40));
  });

  it('keeps profile, EXIF and XMP', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
    const exif = { IFD0: { Artist: 'Ansel', Copyright: 'nobody' }, IFD3: { GPSLatitudeRef: 'N' } };
    for (const orientation of [1, 6]) {
      const tagged = (await photo()).withIccProfile('p3').withXmp(xmp).withExifMerge(exif);
      const input = await jpeg('tagged.jpg', tagged.withMetadata({ orientation }));
      const before = await sharp(input).metadata();
      expect([before.icc?.length, before.exif?.length, before.xmp?.length].every(Boolean)).toBe(true);
      expect(usesFastPath(input, orientation)).toBe(true);
      const path = pathOf(await toWebp(input));
      const after = await sharp(path).metadata();
      expect(after.icc).toEqual(before.icc);
      expect(after.xmp).toEqual(before.xmp);
      expect(after.orientation ?? 1).toBe(1);
      const { stdout } = await exec('vipsheader', ['-a', path]);
      expect(stdout).toMatch(/exif-ifd0-Artist: Ansel /);
      expect(stdout).toMatch(/exif-ifd3-GPSLatitudeRef: N /);
    }
  });
});

describe('a JPEG that the fast path does not support', () => {
  const KINDS: Readonly<Record<string, () => Promise<string>>> = {
    'with colour planes at full resolution': async () =>
      jpeg('full.jpg', await photo(), { chromaSubsampling: '4:4:4' }),
    'in several scans': async () => jpeg('scans.jpg', await photo(), { progressive: true }),
    'in grey': async () => jpeg('grey.jpg', (await photo()).toColourspace('b-w')),
    'in CMYK': async () => jpeg('cmyk.jpg', (await photo()).toColourspace('cmyk')),
  };
  it.each(Object.keys(KINDS))('is converted by sharp: %s', async (kind) => {
    const input = (await KINDS[kind]?.()) as string;
    expect(usesFastPath(input)).toBe(false);
    const made = await toWebp(input);
    expect(made.outputs[0]?.facts).toMatchObject({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  });

  it('is converted by sharp if it is truncated or damaged, and the damage is reported', async () => {
    const whole = await readFile(await jpeg('whole.jpg', await photo()));
    await writeFile(at('cut.jpg'), whole);
    await truncate(at('cut.jpg'), whole.length - 2_000);
    // An illegal marker in the middle of the picture.
    const damaged = Buffer.from(whole);
    damaged.writeUInt16BE(0xffd9, Math.floor(whole.length / 2));
    await writeFile(at('marker.jpg'), damaged);
    for (const name of ['cut.jpg', 'marker.jpg']) {
      expect(usesFastPath(at(name))).toBe(false);
      const { losses } = await toWebp(at(name));
      expect(losses).toMatchObject([{ code: 'input_damaged', params: { unit: 'rows', total: HEIGHT_PX } }]);
    }
  });

  it('does not crash the fast path, whatever its bytes are', async () => {
    const whole = await readFile(await jpeg('fuzzed.jpg', await photo(96, 64)));
    const random = numbers();
    for (let round = 0; round < 1_000; round++) {
      const bytes = Buffer.from(whole);
      for (let count = 0; count <= round % 5; count++) bytes[random(bytes.length)] = random(256);
      await writeFile(at('fuzzed.jpg'), bytes);
      usesFastPath(at('fuzzed.jpg'), 1 + (round % 8));
    }
    expect(usesFastPath(await jpeg('after.jpg', await photo(96, 64)))).toBe(true);
  });
});
