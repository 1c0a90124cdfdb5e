import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createEngine } from '../src/engines/poppler.engine.js';
import { pdfOfPages } from './options-files.js';

let converter: Converter;
let input: string;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
  input = join(converter.folder, 'pages.pdf');
  writeFileSync(input, pdfOfPages(5));
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(to: string, options: Options) {
  const { outputs } = await converter.convert({ input, from: 'pdf', to, options });
  return outputs.map(({ path }) => path);
}
const textOf = async (options: Options): Promise<string> => {
  const [path = ''] = await convert('txt', options);
  return readFileSync(path, 'utf8');
};

describe('the pages of a PDF', () => {
  it('become text of only those that are wanted', async () => {
    const text = await textOf({ pages: '4-,2' });
    expect(text.match(/Left \d/g)).toEqual(['Left 2', 'Left 4', 'Left 5']);
  });

  it('keep their places in the text, or flow', async () => {
    expect(await textOf({ pages: '1' })).toMatch(/Left 1 {2,}Right 1/);
    expect(await textOf({ pages: '1', layout: 'flow' })).toMatch(/Left 1\n+Right 1/);
  });

  it.each(['png', 'svg', 'bmp', 'jpg'])('become only the wanted pictures in %s', async (to) => {
    expect(await convert(to, { pages: '2-3,5' })).toHaveLength(3);
    expect(await convert(to, { pages: '5-99' })).toHaveLength(1);
  });

  it('are numbered as in the document: the third one says so', async () => {
    const [path = ''] = await convert('svg', { pages: '3' });
    const [whole = ''] = (await convert('svg', {})).slice(2);
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });

  it.each(['txt', 'png', 'svg'])('that the document does not have are refused for %s', async (to) => {
    const params = { field: 'pages' };
    await expect(convert(to, { pages: '6-9' })).rejects.toMatchObject({ code: 'OPTION_INVALID', params });
  });

  it.each([36, 72, 300])('are drawn at %i dots per inch', async (dpi) => {
    const [path = ''] = await convert('png', { pages: '1', dpi });
    const { width = 0, height = 0, density } = await sharp(path).metadata();
    expect(Math.abs(width - (595 * dpi) / 72)).toBeLessThan(2);
    expect(Math.abs(height - (842 * dpi) / 72)).toBeLessThan(2);
    expect(density).toBe(dpi);
  });

  it.each(['png', 'jpg', 'webp', 'bmp', 'tiff'])('are grey in %s on request', async (to) => {
    const colourOf = async (options: Options): Promise<number[]> => {
      const [path = ''] = await convert(to, { pages: '1', dpi: 72, ...options });
      const shown = to === 'bmp' ? await fromBmp(path) : sharp(path);
      const box = { left: 140, top: 180, width: 1, height: 1 };
      return [...(await shown.extract(box).toColourspace('srgb').removeAlpha().raw().toBuffer())];
    };
    const [red = 0, green = 0] = await colourOf({});
    expect(red - green).toBeGreaterThan(150);
    const [r = 0, g = r, b = r] = await colourOf({ grey: true });
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(3);
    expect(Math.abs(r - 76)).toBeLessThan(6);
  });

  it('make a smaller JPEG at a lower quality', async () => {
    const sizeOf = async (quality: number) =>
      readFileSync((await convert('jpg', { pages: '1', quality }))[0] ?? '').length;
    expect(await sizeOf(10)).toBeLessThan((await sizeOf(95)) * 0.8);
  });

  it('above the limit of pixels name the resolution', async () => {
    const large = join(converter.folder, 'large.pdf');
    writeFileSync(large, pdfOfPages(1).toString('latin1').replace('[0 0 595 842]', '[0 0 3000 3000]'));
    const options = { dpi: 600 };
    const made = converter.convert({ input: large, from: 'pdf', to: 'png', options });
    await expect(made).rejects.toMatchObject({ code: 'OPTION_INVALID', params: { field: 'dpi' } });
  });

  it.each([
    { dpi: 35 },
    { dpi: 601 },
    { pages: '1;2' },
    { pages: '$(x)' },
    { pages: '0' },
    { layout: 'keep' },
  ])('refuse %j', async (options) => {
    await expect(convert('png', options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

/** 24 bits, bottom row first. */
async function fromBmp(path: string) {
  const file = readFileSync(path);
  const [width, height] = [file.readInt32LE(18), Math.abs(file.readInt32LE(22))];
  const isFlipped = file.readInt32LE(22) > 0;
  const row = Math.ceil((width * 3) / 4) * 4;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = file.readUInt32LE(10) + (isFlipped ? height - 1 - y : y) * row;
    for (let at = 0; at < width * 3; at += 3)
      for (const c of [0, 1, 2]) pixels[y * width * 3 + at + c] = file[from + at + 2 - c] ?? 0;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
