import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DELAYS_MS, exec, frames, picture } from './fixtures.js';
import { decode, vipsField } from './look.js';

const SIDE = 96;
let converter: Converter;
/** Waves of all colours, with a grain that only lossless encoders keep. */
let photo: string;
let tiff: string;
let moving: string;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
    const [x, y, c] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE), i % 3];
    return Math.round(120 + 80 * Math.sin((x * (c + 1) + y) / 11) + ((x * 7 + y * 13 + c * 5) % 17));
  });
  photo = at('photo.png');
  await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toFile(photo);
  tiff = at('photo.tiff');
  await sharp(photo).tiff({ compression: 'lzw' }).toFile(tiff);
  moving = at('moving.gif');
  await (await frames(3)).gif({ delay: DELAYS_MS, loop: 3 }).toFile(moving);
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
/** A PNG is made of a TIFF of the same pixels. */
async function convert(
  to: string,
  options: Options = {},
  input = to === 'png' ? tiff : photo,
  from = input.endsWith('.tiff') ? 'tiff' : 'png',
): Promise<string> {
  const { outputs } = await converter.convert({ ownerKey: 'one owner', input, from, to, options });
  return outputs[0]?.path ?? '';
}
const bytesOf = async (to: string, options: Options = {}): Promise<number> =>
  statSync(await convert(to, options)).size;
const pixelsOf = async (path: string, format: string): Promise<Buffer> => (await decode(path, format)).rgb;

describe('lossless encoding', () => {
  it.each(['webp', 'avif', 'jxl', 'jp2'])('keeps every pixel in %s', async (to) => {
    const wanted = await sharp(photo).removeAlpha().raw().toBuffer();
    const options = to === 'jp2' ? {} : { lossless: true };
    expect((await pixelsOf(await convert(to, options), to)).equals(wanted)).toBe(true);
    const lossy = to === 'jp2' ? { quality: 30 } : {};
    expect((await pixelsOf(await convert(to, lossy), to)).equals(wanted)).toBe(false);
  });

  it('keeps a JPEG on its way to WebP', async () => {
    const input = at('photo.jpg');
    await sharp(photo).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toFile(input);
    const path = await convert('webp', { lossless: true }, input, 'jpg');
    expect(readFileSync(path).includes('VP8L')).toBe(true);
    expect((await pixelsOf(path, 'webp')).equals(await sharp(input).raw().toBuffer())).toBe(true);
  });

  it('makes a HEIC that is much closer', async () => {
    const wanted = await sharp(photo).removeAlpha().raw().toBuffer();
    const worst = async (options: Options) => {
      const seen = await pixelsOf(await convert('heic', options), 'heic');
      return seen.reduce((most, value, i) => Math.max(most, Math.abs(value - (wanted[i] ?? 0))), 0);
    };
    // The conversion between colour models alone changes some values.
    expect(await worst({ lossless: true })).toBeLessThanOrEqual(4);
    expect(await worst({})).toBeGreaterThan(8);
  });
});

describe('an encoder', () => {
  it.each([
    ['webp', 0, 6],
    ['avif', 0, 6],
    ['jxl', 4, 7],
  ])('of %s makes another file with more effort', async (to, least, most) => {
    const [quick, thorough] = [await bytesOf(to, { effort: least }), await bytesOf(to, { effort: most })];
    expect(thorough).toBeLessThan(quick);
  });

  it.each(['jpg', 'avif'])('of %s stores colours at the wanted resolution', async (to) => {
    const chromaOf = async (options: Options) =>
      (await sharp(await convert(to, options)).metadata()).chromaSubsampling;
    if (to === 'jpg') {
      expect(await chromaOf({ chroma: 'full', quality: 50 })).toBe('4:4:4');
      expect(await chromaOf({ chroma: 'half', quality: 95 })).toBe('4:2:0');
      expect(await chromaOf({ quality: 95 })).toBe('4:4:4');
    }
    expect(await bytesOf(to, { chroma: 'half' })).toBeLessThan(await bytesOf(to, { chroma: 'full' }));
  });

  it('of JPEG and PNG writes progressive files', async () => {
    const isProgressive = async (to: string, options: Options) =>
      (await sharp(await convert(to, options)).metadata()).isProgressive;
    for (const to of ['jpg', 'png']) {
      expect(await isProgressive(to, {})).toBe(false);
      expect(await isProgressive(to, { progressive: true })).toBe(true);
    }
  });

  it('of PNG packs at the wanted level', async () => {
    expect(await bytesOf('png', { level: 9 })).toBeLessThan(await bytesOf('png', { level: 1 }));
  });

  it.each(['png', 'gif'])('of %s uses no more colours than wanted', async (to) => {
    const coloursOf = async (options: Options): Promise<number> => {
      const rgb = await pixelsOf(await convert(to, options), to);
      const seen = new Set<number>();
      for (let i = 0; i < rgb.length; i += 3) seen.add(rgb.readUIntBE(i, 3));
      return seen.size;
    };
    expect(await coloursOf({ colours: 4 })).toBeLessThanOrEqual(4);
    expect(await coloursOf({ colours: 256 })).toBeGreaterThan(16);
    const [dithered, flat] = [
      await convert(to, { colours: 16 }),
      await convert(to, { colours: 16, dither: 0 }),
    ];
    expect(readFileSync(dithered).equals(readFileSync(flat))).toBe(false);
  });

  it.each([
    ['lzw', 5],
    ['deflate', 8],
    ['packbits', 32_773],
    ['none', 1],
  ])('of TIFF packs by %s', async (compression, code) => {
    for (const [input, from] of [
      [photo, 'png'],
      [await convert('jxl', { lossless: true }), 'jxl'],
    ] as const) {
      const path = await convert('tiff', { compression }, input, from);
      const tags = readFileSync(path);
      const directory = tags.readUInt32LE(4);
      const entries = Array.from({ length: tags.readUInt16LE(directory) }, (_, i) => directory + 2 + 12 * i);
      const entry = entries.find((place) => tags.readUInt16LE(place) === 259) ?? 0;
      expect(tags.readUInt16LE(entry + 8)).toBe(code);
      expect((await sharp(path).metadata()).width).toBe(SIDE);
    }
  });

  it.each([16, 48, 256])('of icons writes one picture of %i pixels', async (iconSize) => {
    const file = readFileSync(await convert('ico', { iconSize }));
    expect(file.readUInt16LE(4)).toBe(1);
    expect(file.readUInt8(6)).toBe(iconSize % 256);
    const { losses } = await converter.convert({
      input: photo,
      from: 'png',
      to: 'ico',
      options: { iconSize },
    });
    expect(losses).toEqual([]);
  });
});

describe('what a picture holds', () => {
  it.each(['jpg', 'png', 'tiff'])('is its resolution in print in %s', async (to) => {
    expect((await sharp(await convert(to, { density: 300 })).metadata()).density).toBe(300);
    expect((await sharp(await convert(to)).metadata()).density ?? 72).not.toBe(300);
  });

  it('is its resolution, but no date or maker if those are stripped', async () => {
    const input = at('made.jpg');
    await sharp(photo)
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .jpeg()
      .toFile(input);
    const path = await convert('png', { density: 300, metadata: 'strip' }, input, 'jpg');
    expect((await sharp(path).metadata()).density).toBe(300);
    expect(readFileSync(path).includes('Ada')).toBe(false);
    const kept = await convert('png', { density: 300 }, input, 'jpg');
    expect(readFileSync(kept).includes('Ada')).toBe(true);
  });

  it('is the wanted colour space', async () => {
    const profile = async (to: string, options: Options, input?: string) => {
      const path = await convert(to, options, input);
      return { icc: (await sharp(path).metadata()).icc?.toString('latin1') ?? '', path };
    };
    for (const to of ['jpg', 'png', 'webp'])
      expect((await profile(to, { colourSpace: 'p3' })).icc).toContain('P\u00003');
    const wide = at('wide.tiff');
    await picture().withIccProfile('p3').tiff().toFile(wide);
    expect((await profile('png', {}, wide)).icc).not.toBe('');
    const plain = await profile('png', { colourSpace: 'srgb' }, wide);
    expect(plain.icc).toBe('');
    // The same colour has other numbers.
    const [kept, changed] = [await pixelsOf(wide, 'tiff'), await pixelsOf(plain.path, 'png')];
    expect(kept.equals(changed)).toBe(false);
  });

  it.each(['png', 'tiff'])('is the wanted number of bits in %s', async (to) => {
    const deep = at('deep.png');
    const values = Uint16Array.from({ length: 32 * 32 * 3 }, (_, i) => i * 21);
    await sharp(values, { raw: { width: 32, height: 32, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toFile(deep);
    const formatOf = async (options: Options, input: string) =>
      vipsField(await convert(to, options, input), 'format');
    const [other, from] = to === 'png' ? [at('deep.tiff'), 'tiff'] : [deep, 'png'];
    if (to === 'png') await sharp(deep).toColourspace('rgb16').tiff({ compression: 'lzw' }).toFile(other);
    expect(await vipsField(await convert(to, {}, other, from), 'format')).toMatch(/ushort/i);
    expect(await vipsField(await convert(to, { bitDepth: 8 }, other, from), 'format')).toMatch(/uchar/i);
    expect(await formatOf({ bitDepth: 16 }, to === 'png' ? tiff : photo)).toMatch(/ushort/i);
  });

  it.each(['webp', 'apng', 'avif', 'gif'])('is the wanted time of each picture in %s', async (to) => {
    const [input, from] = to === 'gif' ? [await convert('webp', {}, moving, 'gif'), 'webp'] : [moving, 'gif'];
    const path = await convert(to, { delay: 250 }, input, from);
    if (to === 'webp' || to === 'gif') expect((await sharp(path).metadata()).delay).toEqual([250, 250, 250]);
    else {
      const { stdout } = await exec('ffprobe', [
        '-v',
        'error',
        '-show_entries',
        'packet=duration_time',
        '-of',
        'csv=p=0',
        path,
      ]);
      expect(
        stdout
          .trim()
          .split('\n')
          .slice(0, 2)
          .map((text) => Math.round(Number.parseFloat(text) * 1000)),
      ).toEqual([250, 250]);
    }
  });

  it.each(['webp', 'apng', 'gif'])('is the wanted number of repetitions in %s', async (to) => {
    const [input, from] = to === 'gif' ? [await convert('webp', {}, moving, 'gif'), 'webp'] : [moving, 'gif'];
    const path = await convert(to, { loop: 7 }, input, from);
    if (to !== 'apng') expect((await sharp(path).metadata()).loop).toBe(7);
    else {
      const file = readFileSync(path);
      expect(file.readUInt32BE(file.indexOf('acTL') + 8)).toBe(7);
    }
  });
});

it('refuses settings that an output does not have', async () => {
  const foreign: readonly (readonly [string, Options])[] = [
    ['png', { lossless: true }],
    ['heic', { level: 3 }],
    ['heic', { density: 300 }],
    ['avif', { loop: 2 }],
    ['jpg', { bitDepth: 16 }],
    ['bmp', { colourSpace: 'p3' }],
  ];
  for (const [to, options] of foreign)
    await expect(
      convert(to, options, to === 'png' ? moving : photo, to === 'png' ? 'gif' : 'png'),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});
