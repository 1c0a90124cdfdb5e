import { describe, expect, it } from '@jest/globals';
import { type PpmPage, ppmPages } from './ppm-stream.js';

const ppm = (widthPx: number, heightPx: number, value: number): Buffer =>
  Buffer.concat([
    Buffer.from(`P6\n${widthPx} ${heightPx}\n255\n`),
    Buffer.alloc(widthPx * heightPx * 3, value),
  ]);

async function collect(bytes: Buffer, chunkBytes: number): Promise<PpmPage[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const pages: PpmPage[] = [];
  for await (const page of ppmPages(chunks())) pages.push(page);
  return pages;
}

describe('ppmPages', () => {
  it.each([1, 5, 13, 1_000])(
    'splits chunks of %d bytes into pages of different sizes',
    async (chunkBytes) => {
      const pages = await collect(Buffer.concat([ppm(3, 2, 10), ppm(4, 5, 20)]), chunkBytes);
      expect(pages.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
        [3, 2],
        [4, 5],
      ]);
      expect(pages[1]?.pixels.every((value) => value === 20)).toBe(true);
    },
  );

  it('refuses a truncated page', async () => {
    await expect(collect(ppm(3, 2, 1).subarray(0, -1), 100)).rejects.toThrow('cut short');
  });

  it('refuses data that is not PPM', async () => {
    await expect(collect(Buffer.alloc(100, 'x'), 100)).rejects.toThrow('not a PPM');
  });
});
