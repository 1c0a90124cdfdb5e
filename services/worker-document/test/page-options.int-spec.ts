import { fileURLToPath } from 'node:url';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { drawnPictureOf } from './reading.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
async function pagesOf(from: string, to: string, options: Options): Promise<string[]> {
  const { outputs } = await converter.convert({ input: fixture(`text.${from}`), from, to, options });
  return outputs.map(({ path }) => path);
}
/** Pixels of a page of A4 at 150 dots an inch. */
const [WIDTH_PX, HEIGHT_PX] = [1_241, 1_754];

describe('the pages of a file', () => {
  it.each<readonly [Options, number, number]>([
    [{}, WIDTH_PX, HEIGHT_PX],
    [{ width: 300 }, 300, 424],
    [{ height: 200, width: 200 }, 141, 200],
    [{ height: 200, width: 200, fit: 'cover' }, 200, 200],
    [{ height: 200, width: 300, fit: 'pad' }, 300, 200],
    [{ width: 2_482 }, 2_482, 3_508],
    [{ width: 2_482, enlarge: false }, WIDTH_PX, HEIGHT_PX],
    [{ rotate: 90 }, HEIGHT_PX, WIDTH_PX],
    [{ rotate: 270, width: 400 }, 400, 283],
    [{ cropLeft: 100, cropTop: 50, cropWidth: 700, cropHeight: 350 }, 700, 350],
    [{ cropLeft: 1_200, width: 82 }, 82, 3_508],
  ])('have the size that %j asks for', async (options, widthPx, heightPx) => {
    const pages = await pagesOf('pdf', 'png', options);
    expect(pages).toHaveLength(2);
    for (const path of pages) {
      const { width = 0, height = 0 } = await sharp(path).metadata();
      expect(Math.abs(width - widthPx)).toBeLessThanOrEqual(1);
      expect(Math.abs(height - heightPx)).toBeLessThanOrEqual(widthPx === 82 ? 90 : 1);
    }
  });

  it.each(['jpg', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'tga', 'ppm', 'pam', 'ras', 'sgi'])(
    'can be resized as %s',
    async (to) => {
      for (const path of await pagesOf('pdf', to, { width: 300 })) {
        const { width, height, isBlank } = await drawnPictureOf(path, to);
        expect([width, isBlank]).toEqual([300, false]);
        expect(Math.abs((height ?? 0) - 424)).toBeLessThanOrEqual(1);
      }
    },
  );

  it.each(['docx', 'odt'])('of a document can be resized too: %s', async (from) => {
    for (const path of await pagesOf(from, 'jpg', { width: 300 }))
      expect((await sharp(path).metadata()).width).toBe(300);
  });

  it('that are enlarged are drawn larger, and not stretched', async () => {
    const sharpnessOf = async (path: string): Promise<number> =>
      (await sharp(path).greyscale().stats()).sharpness;
    const [drawn = ''] = await pagesOf('pdf', 'png', { width: WIDTH_PX * 3 });
    const [usual = ''] = await pagesOf('pdf', 'png', {});
    const stretched = await sharp(usual)
      .resize(WIDTH_PX * 3)
      .png()
      .toBuffer();
    const blurred = (await sharp(stretched).greyscale().stats()).sharpness;
    expect(await sharpnessOf(drawn)).toBeGreaterThan(blurred * 1.2);
  });

  it('are grey on request, and turned', async () => {
    const [plain = ''] = await pagesOf('pdf', 'png', {});
    const [edited = ''] = await pagesOf('pdf', 'png', { grey: true, rotate: 180, mirror: 'vertical' });
    const shadesOf = (picture: ReturnType<typeof sharp>) =>
      picture.greyscale().resize(100, 140, { fit: 'fill' }).raw().toBuffer();
    const [wanted, seen] = [await shadesOf(sharp(plain).flop()), await shadesOf(sharp(edited))];
    const differences = [...wanted].map((shade, at) => Math.abs(shade - (seen[at] ?? 0)));
    expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(1);
    const { data } = await sharp(edited).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    expect((await sharp(edited).stats()).channels.length === 1 || data[0] === data[1]).toBe(true);
  });

  it.each([
    [{ cropLeft: 5_000 }, 'cropLeft'],
    [{ cropTop: 5_000 }, 'cropTop'],
    [{ width: 16_383, height: 16_383, fit: 'stretch' }, 'width'],
    [{ width: 0 }, undefined],
    [{ metadata: 'strip' }, undefined],
  ])('are refused if they cannot be made: %j', async (options, field) => {
    await expect(pagesOf('pdf', 'jpg', options)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      ...(field && { params: { field } }),
    });
  });
});
