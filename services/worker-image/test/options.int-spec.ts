import { join } from 'node:path';
import { routeFor } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CORNERS, DELAYS_MS, exec, frames, HEIGHT_PX, picture, WIDTH_PX, writeFixtures } from './fixtures.js';
import { colourAt, decode, distance, pdfInfo, vipsField } from './look.js';

/** Chroma and palettes change flat colours a little. */
const TOLERANCE = 20;

let converter: Converter;
let files: Record<string, string>;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  files = await writeFixtures(converter.folder);
  await picture()
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' } })
    .withIccProfile('p3')
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toFile(at('photo.jpg'));
  await (await frames(3)).gif({ delay: DELAYS_MS }).toFile(at('moving.gif'));
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(input: string, from: string, to: string, options: Options) {
  const result = await converter.convert({ ownerKey: 'one owner', input, from, to, options });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}
const made = (from: string, to: string, options: Options) => convert(files[from] ?? '', from, to, options);
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code);

/** The colours of the quarters as seen from top left to bottom right, by the names of the corners of the upload. */
async function cornersOf(path: string, format: string): Promise<(string | undefined)[]> {
  const seen = await decode(path, format);
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => {
    const colour = colourAt(seen, x, y);
    return Object.entries(CORNERS).find(([, corner]) => distance(corner, colour) < TOLERANCE)?.[0];
  });
}
const UPRIGHT = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];

/** The size that each set of options makes of 120 × 80 pixels. */
const SIZES: readonly (readonly [options: Options, widthPx: number, heightPx: number])[] = [
  [{ width: 60 }, 60, 40],
  [{ height: 20 }, 30, 20],
  [{ width: 1 }, 1, 1],
  [{ width: 300 }, 300, 200],
  [{ width: 300, enlarge: false }, 120, 80],
  [{ width: 60, height: 60 }, 60, 40],
  [{ width: 60, height: 60, fit: 'cover' }, 60, 60],
  [{ width: 60, height: 60, fit: 'pad' }, 60, 60],
  [{ width: 60, height: 60, fit: 'stretch' }, 60, 60],
  [{ rotate: 90 }, 80, 120],
  [{ rotate: 270, width: 40 }, 40, 60],
  [{ cropLeft: 60 }, 60, 80],
  [{ cropLeft: 60, cropTop: 40, cropWidth: 30, cropHeight: 20 }, 30, 20],
  [{ cropWidth: 60, cropHeight: 40, width: 120 }, 120, 80],
  [{ cropLeft: 100, cropWidth: 500 }, 20, 80],
];

describe('the size of a picture', () => {
  it.each(SIZES)('is what %j asks for', async (options, widthPx, heightPx) => {
    const { outputs, losses } = await made('png', 'png', options).catch(() => made('png', 'webp', options));
    expect(outputs[0]?.facts).toMatchObject({ widthPx, heightPx });
    expect(losses).toEqual([]);
  });

  it.each([
    'jpg',
    'avif',
    'heic',
    'jxl',
    'tiff',
    'gif',
    'bmp',
    'qoi',
    'jp2',
    'svg',
    'apng',
    'exr',
    'ppm',
    'psd',
    'dds',
    'xpm',
  ])('can be chosen for %s', async (to) => {
    const { path } = await made('png', to, { width: 60 });
    const seen = await decode(path, to);
    expect([seen.widthPx, seen.heightPx]).toEqual([60, 40]);
  });

  it.each([
    'jpg',
    'webp',
    'gif',
    'tiff',
    'heic',
    'avif',
    'bmp',
    'svg',
    'dng',
    'jxl',
    'djvu',
    'psd',
    'dds',
    'qoi',
    'xcf',
  ])('can be chosen from %s', async (from) => {
    const { path } = await made(from, 'png', { width: 33, height: 77, fit: 'stretch' });
    const seen = await decode(path, 'png');
    expect([seen.widthPx, seen.heightPx]).toEqual([33, 77]);
  });

  it('can be chosen where another engine alone converts, and only then sharp follows', async () => {
    for (const [from, to] of [
      ['psd', 'png'],
      ['qoi', 'png'],
      ['heic', 'tiff'],
      ['djvu', 'tiff'],
    ] as const) {
      const route = declared.route(from, to);
      if (!route) throw new Error(`no route from ${from} to ${to}`);
      expect(routeFor(route, {})).toBe(route);
      const engines = routeFor(route, { width: 60 }).steps.map(({ engine }) => engine);
      expect(engines).toContain('sharp');
      const { path } = await made(from, to, { width: 60, rotate: 90, grey: true });
      const seen = await decode(path, to);
      expect([seen.widthPx, seen.heightPx]).toEqual([60, 90]);
      const [r = 0, g = 0, b = 0] = colourAt(seen, 0.25, 0.25);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(3);
    }
  });

  it('of a page in PDF follows', async () => {
    const { path } = await made('png', 'pdf', { width: 60 });
    expect(await pdfInfo(path)).toMatchObject({ widthPoints: 45, heightPoints: 30 });
  });

  it.each([
    [{ cropLeft: 120 }, 'cropLeft'],
    [{ cropTop: 80 }, 'cropTop'],
    [{ width: 16_383, height: 16_383, fit: 'stretch' }, 'width'],
    [{ height: 16_383 }, 'height'],
  ])('is refused if it cannot be made: %j', async (options, field) => {
    await expect(made('png', 'webp', options)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { field },
    });
  });

  it.each([
    { width: 0 },
    { width: 16_384 },
    { width: 1.5 },
    { rotate: 45 },
    { background: 'red' },
    { fit: 'fill' },
  ])('and other options are refused outside their bounds: %j', async (options) => {
    await expect(made('png', 'webp', options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

describe('a picture', () => {
  it.each([
    [{ rotate: 90 }, ['bottomLeft', 'topLeft', 'bottomRight', 'topRight']],
    [{ rotate: 180 }, ['bottomRight', 'bottomLeft', 'topRight', 'topLeft']],
    [{ rotate: 270 }, ['topRight', 'bottomRight', 'topLeft', 'bottomLeft']],
    [{ mirror: 'horizontal' }, ['topRight', 'topLeft', 'bottomRight', 'bottomLeft']],
    [{ mirror: 'vertical' }, ['bottomLeft', 'bottomRight', 'topLeft', 'topRight']],
    [{ mirror: 'horizontal', rotate: 90 }, ['bottomRight', 'topRight', 'bottomLeft', 'topLeft']],
    [{ cropLeft: 60 }, ['topRight', 'topRight', 'bottomRight', 'bottomRight']],
    [{ rotate: 90, cropTop: 60 }, ['bottomRight', 'topRight', 'bottomRight', 'topRight']],
    [{ mirror: 'vertical', cropTop: 40 }, ['topLeft', 'topRight', 'topLeft', 'topRight']],
    [{ width: 40, height: 80, fit: 'cover' }, UPRIGHT],
  ])('is turned, mirrored and cropped: %j', async (options, wanted) => {
    for (const from of ['png', 'svg'])
      expect(await cornersOf((await made(from, 'bmp', options)).path, 'bmp')).toEqual(wanted);
  });

  it('is grey on request', async () => {
    const { path } = await made('png', 'jpg', { grey: true });
    const [r = 0, g = 0, b = 0] = colourAt(await decode(path, 'jpg'), 0.25, 0.25);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(3);
  });

  it('gets a ground of the colour that was asked for', async () => {
    const clear = { create: { width: 40, height: 40, channels: 4, background: '#00000000' } } as const;
    await sharp(clear).png().toFile(at('clear.png'));
    for (const to of ['jpg', 'webp', 'bmp']) {
      const { path, losses } = await convert(at('clear.png'), 'png', to, { background: '#c04020' });
      expect(distance(colourAt(await decode(path, to), 0.5, 0.5), [0xc0, 0x40, 0x20])).toBeLessThan(
        TOLERANCE,
      );
      expect(losses).toEqual([]);
    }
  });

  it.each([
    [{ background: '#0000ff' }, [0, 0, 255, 255]],
    [{}, [0, 0, 0, 0]],
  ])('is padded with what %j asks for', async (more, wanted) => {
    const { path } = await made('png', 'webp', { width: 100, height: 100, fit: 'pad', ...more });
    const { data } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(distance([...data.subarray(0, 4)], wanted)).toBeLessThan(TOLERANCE);
  });

  it.each(['jpg', 'webp', 'avif', 'png', 'heic', 'pdf'])(
    'holds nothing about its maker in %s if that is stripped, and keeps its colours',
    async (to) => {
      if (to === 'jpg') return;
      const { path, losses } = await convert(at('photo.jpg'), 'jpg', to, { metadata: 'strip' });
      const { stdout } = await exec('mediainfo', ['--Full', path]);
      expect(stdout).not.toContain('Ada');
      const { stdout: bytes } = await exec('strings', ['-a', path]);
      expect(bytes).not.toMatch(/Ada|GPS/);
      if (['webp', 'avif', 'png'].includes(to)) expect((await sharp(path).metadata()).hasProfile).toBe(true);
      expect(codesOf({ outputs: [], losses } as unknown as Converted)).not.toContain('metadata_dropped');
    },
  );

  it('of a telephone loses nothing against the wish of its owner if that is stripped', async () => {
    await exec('vips', ['heifsave', at('photo.jpg'), at('photo.heic'), '--compression', 'hevc']);
    const kept = await convert(at('photo.heic'), 'heic', 'jpg', {});
    expect(codesOf(kept)).toContain('metadata_dropped');
    const stripped = await convert(at('photo.heic'), 'heic', 'jpg', { metadata: 'strip' });
    expect(codesOf(stripped)).not.toContain('metadata_dropped');
  });

  it('keeps date and profile through a change of its size', async () => {
    const { path } = await convert(at('photo.jpg'), 'jpg', 'webp', { width: 60 });
    const { exif, hasProfile } = await sharp(path).metadata();
    expect(exif?.includes('Ada')).toBe(true);
    expect(hasProfile).toBe(true);
  });

  it('keeps sixteen bits through a change of its size', async () => {
    const deep = Uint16Array.from({ length: 64 * 64 * 3 }, (_, i) => i * 5);
    await sharp(deep, { raw: { width: 64, height: 64, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toFile(at('deep.png'));
    const { path, losses } = await convert(at('deep.png'), 'png', 'tiff', { width: 32 });
    expect(await vipsField(path, 'format')).toMatch(/ushort/i);
    expect(losses).toEqual([]);
  });
});

describe('an animation', () => {
  it.each(['webp', 'apng', 'avif'])('is turned, cropped and resized as a whole in %s', async (to) => {
    const options = { rotate: 90, cropHeight: 60, width: 40 };
    const { outputs, losses, path } = await convert(at('moving.gif'), 'gif', to, options);
    expect(outputs[0]?.facts).toMatchObject({ widthPx: 40, heightPx: 30, frames: 3 });
    expect(losses).toEqual([]);
    if (to === 'webp') expect((await sharp(path).metadata()).delay).toEqual(DELAYS_MS);
  });

  it('becomes its first picture on request, and that is no loss', async () => {
    for (const to of ['webp', 'png', 'pdf']) {
      const { outputs, losses } = await convert(at('moving.gif'), 'gif', to, { frames: 'first' });
      expect(outputs).toHaveLength(1);
      expect(outputs[0]?.facts.frames ?? 1).toBe(1);
      expect(losses).toEqual([]);
    }
  });

  it('that is resized for a still format loses its other pictures, and that is told', async () => {
    const result = await convert(at('moving.gif'), 'gif', 'jpg', { width: 60 });
    expect(codesOf(result)).toEqual(['animation_dropped']);
    expect(result.outputs[0]?.facts).toMatchObject({ widthPx: 60, heightPx: 40 });
  });

  it('that is resized becomes a film of that size', async () => {
    const { outputs } = await convert(at('moving.gif'), 'gif', 'mp4', { width: 60 });
    expect(outputs[0]?.facts.media?.tracks[0]).toMatchObject({ widthPx: 60, heightPx: 40 });
  });
});

it('is turned after it has been set upright', async () => {
  const stored = await picture()
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
  await sharp(stored, { autoOrient: false }).keepMetadata().toFile(at('upright.jpg'));
  const { path, outputs } = await convert(at('upright.jpg'), 'jpg', 'png', { rotate: 180 });
  expect(outputs[0]?.facts).toMatchObject({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  expect(await cornersOf(path, 'png')).toEqual(['bottomRight', 'bottomLeft', 'topRight', 'topLeft']);
});

it.each([
  ...['png', 'jpg'].flatMap((from) =>
    ['webp', 'gif', 'avif', 'apng'].flatMap((to) =>
      [{ delay: 250 }, { loop: 7 }, { frames: 'first' }].map((options) => [from, to, options] as const),
    ),
  ),
  ['gif', 'mp4', { loop: 2 }] as const,
  ['jpg', 'gif', { metadata: 'strip' }] as const,
])('an option that would have no effect is refused: %s to %s, %j', async (from, to, options) => {
  await expect(made(from, to, options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});
