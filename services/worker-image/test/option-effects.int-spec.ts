import { join } from 'node:path';
import {
  type Converter,
  createConverter,
  type OptionValue,
  optionsWithoutEffect,
} from '@filemill/worker/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { frames } from './fixtures.js';

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** A white edge around noise on a slope of colours, with a place. */
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = { create: { width: 60, height: 40, channels: 3, background: '#808080', noise } } as const;
  const slope = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><defs><linearGradient id="g"><stop stop-color="#305080"/><stop offset="1" stop-color="#e0b070"/></linearGradient></defs><rect width="60" height="40" fill="url(#g)"/></svg>`;
  const picture = sharp(Buffer.from(slope))
    .composite([{ input: await sharp(grain).png().toBuffer(), blend: 'soft-light' }])
    .flatten()
    .extend({ top: 10, bottom: 10, left: 10, right: 10, background: '#ffffff' })
    .withExif({ IFD0: { Artist: 'Sophie' } });
  await picture.clone().png().toFile(at('photo.png'));
  await picture.clone().jpeg({ quality: 95 }).toFile(at('photo.jpg'));
  await (await frames(3)).gif({ delay: [100, 200, 300], loop: 3 }).toFile(at('moving.gif'));
});
afterAll(() => converter.close());

const valuesOf = (values: Readonly<Record<string, unknown>>): Record<string, OptionValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const PICTURE: Readonly<Record<string, OptionValue>> = {
  ...valuesOf({
    ...{ width: 20, height: 20, rotate: 90, mirror: 'vertical', grey: true, cropLeft: 10, cropTop: 10 },
    ...{ cropWidth: 30, cropHeight: 20, trim: true, brightness: 20, contrast: 20, saturation: 50, gamma: 2 },
    ...{ autoLevels: true, sharpen: 60, blur: 3, despeckle: 3, invert: true },
  }),
  fit: { value: 'stretch', besides: { width: 30, height: 30 } },
  enlarge: { value: false, besides: { width: 200 } },
  background: { value: '#ff0000', besides: { width: 30, height: 30, fit: 'pad' } },
};
const OF_WEBP = valuesOf({
  ...{ quality: 20, targetSize: 1, lossless: true, effort: 6, metadata: 'strip', colourSpace: 'p3' },
});

const CASES: readonly (readonly [string, string, Readonly<Record<string, OptionValue>>])[] = [
  ['photo.png', 'webp', { ...PICTURE, ...OF_WEBP }],
  ['photo.jpg', 'gif', { ...PICTURE, ...valuesOf({ colours: 16, dither: 0, effort: 10 }) }],
];

it.each(CASES)('every option from %s to %s has an effect', async (name, to, values) => {
  const from = name.slice(name.indexOf('.') + 1);
  expect(await optionsWithoutEffect(converter, { input: at(name), from, to }, values)).toEqual([]);
});

const MOVING = { delay: 250, loop: 7, frames: 'first' };

it('the options of animations have an effect on what may move', async () => {
  const pair = { input: at('moving.gif'), from: 'gif', to: 'webp' };
  const timesOf = async (options: Readonly<Record<string, unknown>>) => {
    const { outputs } = await converter.convert({ ...pair, options });
    const { delay, loop, pages } = await sharp(outputs[0]?.path).metadata();
    return { delay, loop, pages };
  };
  const plain = { delay: [100, 200, 300], loop: 3, pages: 3 };
  expect(await timesOf({})).toEqual(plain);
  expect(await timesOf({ delay: 250 })).toEqual({ ...plain, delay: [250, 250, 250] });
  expect(await timesOf({ loop: 7 })).toEqual({ ...plain, loop: 7 });
  expect((await timesOf({ frames: 'first' })).pages ?? 1).toBe(1);
});

it.each([
  ...(['photo.png', 'photo.jpg'] as const).flatMap((name) =>
    ['webp', 'gif', 'avif', 'apng'].flatMap((to) =>
      Object.entries(MOVING).map(([option, value]) => [name, to, { [option]: value }] as const),
    ),
  ),
  ['moving.gif', 'mp4', { loop: 2 }] as const,
  ['photo.jpg', 'gif', { metadata: 'strip' }] as const,
])('an option without effect is not offered: %s to %s, %j', async (name, to, options) => {
  const from = name.slice(name.indexOf('.') + 1);
  await expect(converter.convert({ input: at(name), from, to, options })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
  });
});
