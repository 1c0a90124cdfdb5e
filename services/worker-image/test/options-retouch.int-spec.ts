import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { frames } from './fixtures.js';
import { colourAt, type Decoded, decode } from './look.js';

const SIDE = 60;
const rgbOf = (c: (x: number, y: number) => readonly number[]) =>
  sharp(
    Uint8Array.from(
      { length: SIDE * SIDE * 3 },
      (_, i) => c(Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE))[i % 3] ?? 0,
    ),
    {
      raw: { width: SIDE, height: SIDE, channels: 3 },
    },
  );

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  await rgbOf(() => [160, 100, 80])
    .png()
    .toFile(at('flat.png'));
  // Half dark, half light.
  await rgbOf((x) => (x < SIDE / 2 ? [60, 60, 60] : [190, 190, 190]))
    .png()
    .toFile(at('edge.png'));
  await rgbOf((x, y) => (x === 20 && y === 20 ? [255, 255, 255] : [40, 40, 40]))
    .png()
    .toFile(at('spot.png'));
  await rgbOf((x, y) => (x > 9 && x < 50 && y > 19 && y < 40 ? [200, 30, 30] : [255, 255, 255]))
    .png()
    .toFile(at('framed.png'));
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function look(name: string, options: Options, to = 'bmp'): Promise<Decoded> {
  const from = name.split('.')[1] ?? '';
  const { outputs } = await converter.convert({ ownerKey: 'one owner', input: at(name), from, to, options });
  return decode(outputs[0]?.path ?? '', to);
}
const flat = async (options: Options, to?: string): Promise<number[]> =>
  colourAt(await look('flat.png', options, to), 0.5, 0.5);
const sum = (colour: readonly number[]): number => colour.reduce((all, value) => all + value, 0);
const spread = (colour: readonly number[]): number => Math.max(...colour) - Math.min(...colour);

describe('a picture', () => {
  it.each(['bmp', 'jpg', 'webp', 'avif', 'heic', 'jxl', 'qoi'])(
    'becomes lighter, darker and colourless in %s',
    async (to) => {
      const plain = await flat({}, to);
      expect(sum(await flat({ brightness: 50 }, to))).toBeGreaterThan(sum(plain) * 1.2);
      expect(sum(await flat({ brightness: -50 }, to))).toBeLessThan(sum(plain) * 0.8);
      expect(spread(await flat({ saturation: -100 }, to))).toBeLessThan(8);
    },
  );

  it('has stronger and weaker colours and contrast', async () => {
    expect(spread(await flat({ saturation: 100 }))).toBeGreaterThan(spread(await flat({})) + 20);
    const difference = async (options: Options): Promise<number> => {
      const seen = await look('edge.png', options);
      return (colourAt(seen, 0.9, 0.5)[0] ?? 0) - (colourAt(seen, 0.1, 0.5)[0] ?? 0);
    };
    expect(await difference({})).toBe(130);
    expect(Math.abs((await difference({ contrast: 50 })) - 195)).toBeLessThan(4);
    expect(Math.abs((await difference({ contrast: -50 })) - 65)).toBeLessThan(4);
    expect(await difference({ autoLevels: true })).toBeGreaterThan(245);
  });

  it('keeps the middle grey of sixteen bits when its contrast changes', async () => {
    const values = Uint16Array.from({ length: SIDE * SIDE * 3 }, (_, i) =>
      Math.floor(i / 3) % SIDE < 30 ? 20_000 : 45_000,
    );
    await sharp(values, { raw: { width: SIDE, height: SIDE, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toFile(at('deep.png'));
    const { outputs } = await converter.convert({
      input: at('deep.png'),
      from: 'png',
      to: 'tiff',
      options: { contrast: 20 },
    });
    const seen = await decode(outputs[0]?.path ?? '', 'tiff');
    const [dark = 0] = colourAt(seen, 0.1, 0.5);
    const [light = 0] = colourAt(seen, 0.9, 0.5);
    expect(Math.abs(dark - 68)).toBeLessThan(5);
    expect(Math.abs(light - 185)).toBeLessThan(5);
  });

  it('has lighter dark parts by its gamma', async () => {
    const [dark = 0] = colourAt(await look('edge.png', { gamma: 2 }), 0.1, 0.5);
    expect(dark).toBeGreaterThan(110);
  });

  it('is inverted', async () => {
    expect(await flat({ invert: true })).toEqual([95, 155, 175]);
  });

  it('has softer and sharper edges', async () => {
    const stepAt = async (options: Options): Promise<number[]> => {
      const { rgb, widthPx } = await look('edge.png', options);
      const row = Array.from({ length: widthPx }, (_, x) => rgb[(30 * widthPx + x) * 3] ?? 0);
      return row;
    };
    const [plain, soft, sharpened] = [
      await stepAt({}),
      await stepAt({ blur: 4 }),
      await stepAt({ sharpen: 80 }),
    ];
    expect(new Set(plain).size).toBe(2);
    expect(new Set(soft).size).toBeGreaterThan(6);
    expect(Math.max(...sharpened)).toBeGreaterThan(195);
  });

  it('has no single spots on request', async () => {
    const brightest = async (options: Options) => Math.max(...(await look('spot.png', options)).rgb);
    expect(await brightest({})).toBe(255);
    expect(await brightest({ despeckle: 3 })).toBeLessThan(60);
  });

  it('loses an even border, and then gets the wanted size', async () => {
    const { widthPx, heightPx, rgb } = await look('framed.png', { trim: true });
    expect([widthPx, heightPx]).toEqual([40, 20]);
    expect([...rgb.subarray(0, 3)]).toEqual([200, 30, 30]);
    const resized = await look('framed.png', { trim: true, width: 80 });
    expect([resized.widthPx, resized.heightPx]).toEqual([80, 40]);
  });

  it('that moves is changed as a whole', async () => {
    await (await frames(3)).gif({ delay: [100, 100, 100] }).toFile(at('moving.gif'));
    const { outputs } = await converter.convert({
      input: at('moving.gif'),
      from: 'gif',
      to: 'webp',
      options: { saturation: -100, trim: true },
    });
    expect(outputs[0]?.facts).toMatchObject({ frames: 3 });
    const { channels } = await sharp(outputs[0]?.path, { pages: -1 }).toColourspace('srgb').stats();
    const [red, green, blue] = channels.map(({ mean }) => mean);
    expect(Math.abs((red ?? 0) - (green ?? 0)) + Math.abs((blue ?? 0) - (green ?? 0))).toBeLessThan(6);
  });

  it.each([
    { brightness: -101 },
    { gamma: 0.5 },
    { gamma: 4 },
    { despeckle: 4 },
    { blur: 101 },
    { trim: 'yes' },
  ])('refuses %j', async (options) => {
    await expect(flat(options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
