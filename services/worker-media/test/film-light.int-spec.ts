import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { makeMedia, probe } from './media-files.js';
import { type Options, ofIdet, ofPicture } from './option-looks.js';
import { OptionFiles, X264 } from './support/option-files.js';

const files = OptionFiles.forAllTests(['film.mkv', 'grey.mp4', 'halves.mp4']);
const at = (name: string): string => files().at(name);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

describe('light and colours', () => {
  const ofGrey = async (options: Options) =>
    ofPicture((await convert('grey.mp4', 'mkv', options)).path, 'YAVG');

  it('become brighter or darker', async () => {
    const plain = await ofPicture(at('grey.mp4'), 'YAVG');
    expect(await ofGrey({ brightness: 30 })).toBeGreaterThan(plain + 40);
    expect(await ofGrey({ brightness: -30 })).toBeLessThan(plain - 40);
    expect(await ofGrey({ gamma: 2 })).toBeGreaterThan(plain + 20);
    expect(await ofGrey({ gamma: 0.5 })).toBeLessThan(plain - 20);
  });

  it('have more or less contrast', async () => {
    const range = async (options: Options) => {
      const { path } = await convert('halves.mp4', 'mkv', options);
      return (await ofPicture(path, 'YHIGH')) - (await ofPicture(path, 'YLOW'));
    };
    const plain = await range({});
    expect(await range({ contrast: 60 })).toBeGreaterThan(plain * 1.3);
    expect(await range({ contrast: -60 })).toBeLessThan(plain * 0.6);
  });

  it('have more colours, fewer, or none', async () => {
    const saturation = async (options: Options) =>
      ofPicture((await convert('halves.mp4', 'mkv', options)).path, 'SATAVG');
    const plain = await saturation({});
    expect(await saturation({ saturation: 80 })).toBeGreaterThan(plain * 1.4);
    expect(await saturation({ saturation: -50 })).toBeLessThan(plain * 0.7);
    expect(await saturation({ saturation: -100 })).toBeLessThan(2);
    expect(await saturation({ grey: true })).toBeLessThan(2);
  });

  it('are sharper, or have less noise', async () => {
    const plain = await convert('film.mkv', 'mp4', { quality: 100 });
    const edges = (path: string) => ofPicture(path, 'YAVG', 'sobel');
    const sharp = await convert('film.mkv', 'mp4', { quality: 100, sharpen: 80 });
    expect(await edges(sharp.path)).toBeGreaterThan((await edges(plain.path)) * 1.1);
    const smooth = await convert('film.mkv', 'mp4', { quality: 100, denoise: 80 });
    expect(await edges(smooth.path)).toBeLessThan((await edges(plain.path)) * 0.9);
  });

  it('have the colours and the mixture of a GIF that were asked for', async () => {
    const coloursOf = async (options: Options) => {
      const { path } = await convert('film.mkv', 'gif', { width: 80, end: 0.4, ...options });
      await makeMedia(['-i', path, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', at('gif.rgb')]);
      const rgb = await readFile(at('gif.rgb'));
      const pixels = Array.from({ length: rgb.length / 3 }, (_, pixel) =>
        rgb.toString('hex', pixel * 3, pixel * 3 + 3),
      );
      return { count: new Set(pixels).size, pixels: pixels.join('') };
    };
    expect((await coloursOf({})).count).toBeGreaterThan(60);
    expect((await coloursOf({ colours: 8 })).count).toBeLessThanOrEqual(8);
    const mixed = [];
    for (const dither of ['ordered', 'diffusion', 'none'])
      mixed.push((await coloursOf({ colours: 8, dither })).pixels);
    expect(new Set(mixed).size).toBe(3);
  });
});

describe('the shape', () => {
  it.each([
    [{ aspect: '1:1' }, 160, 160],
    [{ aspect: '16:9' }, 212, 120],
    [{ aspect: '9:16' }, 160, 284],
    [{ aspect: '1:1', fit: 'cover' }, 120, 120],
    [{ aspect: '16:9', fit: 'cover' }, 160, 90],
    [{ aspect: '1:1', fit: 'stretch' }, 160, 160],
    [{ aspect: '1:1', width: 80 }, 80, 80],
  ])('is what %j asks for', async (options, width, height) => {
    const { path } = await convert('grey.mp4', 'mkv', options);
    const video = (await probe(path)).streams.find(({ codec_type }) => codec_type === 'video');
    expect(Math.abs((video?.width ?? 0) - width)).toBeLessThanOrEqual(2);
    expect(Math.abs((video?.height ?? 0) - height)).toBeLessThanOrEqual(2);
  });

  it.each([
    { aspect: '1:1', background: '#ff0000' },
    { width: 100, height: 100, fit: 'pad', background: '#ff0000' },
  ])('has edges of a colour: %j', async (options) => {
    const { path } = await convert('grey.mp4', 'mkv', options);
    await makeMedia([
      ...[
        '-i',
        path,
        '-vf',
        'crop=iw:4:0:0,scale=1:1',
        '-frames:v',
        '1',
        '-pix_fmt',
        'rgb24',
        '-f',
        'rawvideo',
      ],
      at('edge.rgb'),
    ]);
    const [red = 0, green = 255, blue = 255] = await readFile(at('edge.rgb'));
    expect([red > 220, green < 40, blue < 40]).toEqual([true, true, true]);
  });
});

it('halves of television pictures become one on request, and stay on request', async () => {
  const combed = 'testsrc2=s=320x240:r=50:d=1,tinterlace=interleave_top';
  await makeMedia(['-f', 'lavfi', '-i', combed, ...X264, at('combed.mp4')]);
  const isWhole = async (options: Options) => {
    const { path } = await convert('combed.mp4', 'mkv', { quality: 100, ...options });
    return (await ofIdet(path, 'progressive')) > (await ofIdet(path, 'tff'));
  };
  expect(await isWhole({})).toBe(false);
  expect(await isWhole({ deinterlace: 'always' })).toBe(true);
  expect(await isWhole({ deinterlace: 'never' })).toBe(false);
});
