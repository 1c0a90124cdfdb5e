import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

const KB = 1_024;
const WIDTH_PX = 640;
const HEIGHT_PX = 427;
/** Pictures from smooth to noisy, some of them drawings: their sizes differ by a factor of forty. */
const PICTURES = 20;
/** Longer than every search on every machine: jest ends the test before. */
const NO_LIMIT_MS = 3_600_000;
/** The others on other days. */
const PICTURES_A_DAY = 4;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** Noise around grey, the same in every run: the generator of Park and Miller, and the sum of three numbers. */
function noiseOf(seed: number, sigma: number): Buffer {
  const samples = Buffer.alloc(WIDTH_PX * HEIGHT_PX * 3);
  let state = seed + 1;
  for (let at = 0; at < samples.length; at++) {
    let sum = -1.5;
    for (let number = 0; number < 3; number++) {
      state = (state * 48_271) % 2_147_483_647;
      sum += state / 2_147_483_647;
    }
    samples[at] = Math.min(255, Math.max(0, Math.round(128 + 2 * sigma * sum)));
  }
  return samples;
}

/** Shapes, a slope of colours and noise, more of it from one picture to the next. */
async function writePicture(index: number): Promise<void> {
  const raw = { width: WIDTH_PX, height: HEIGHT_PX, channels: 3 } as const;
  const noise = await sharp(noiseOf(index, 2 + index * 3), { raw })
    .png()
    .toBuffer();
  const circles = Array.from({ length: 3 + index }, (_, one) => {
    const x = (one * 137 + index * 53) % WIDTH_PX;
    const y = (one * 89 + index * 31) % HEIGHT_PX;
    return `<circle cx="${x}" cy="${y}" r="${20 + ((one * 17) % 60)}" fill="hsl(${(one * 47) % 360} 70% 50%)"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}"><defs><linearGradient id="g"><stop stop-color="#204060"/><stop offset="1" stop-color="#f0c080"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${circles.join('')}</svg>`;
  await sharp(Buffer.from(drawing))
    .composite([{ input: noise, blend: 'soft-light' }])
    .flatten()
    .png()
    .toFile(at(`${index}.png`));
}

beforeAll(async () => {
  // HEIC takes long: a search that ends early says how fast the machine is.
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { limitMs: NO_LIMIT_MS });
  for (let index = 0; index < PICTURES; index++) await writePicture(index);
});
afterAll(() => converter.close());

async function sizeOf(
  index: number,
  to: string,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { outputs } = await converter.convert({
    ownerKey: 'one owner',
    input: at(`${index}.png`),
    from: 'png',
    to,
    options,
  });
  expect(outputs).toHaveLength(1);
  expect(outputs[0]?.facts).toMatchObject({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  return outputs[0]?.sizeBytes ?? 0;
}

/** How much of the target is used at least. */
const LEAST_SHARE = 0.9;

describe('the target size of a picture', () => {
  it.each(['jpg', 'jxl', 'webp', 'avif', 'heic'])('is met by %s for each picture', async (to) => {
    for (const index of ofToday([...Array(PICTURES).keys()], PICTURES_A_DAY)) {
      const freeBytes = await sizeOf(index, to, {});
      // Not the same share for each, but always one that a lower quality reaches.
      const targetSize = Math.ceil((freeBytes * (0.5 + (index % 5) / 10)) / KB);
      const bytes = await sizeOf(index, to, { targetSize });
      expect(bytes).toBeLessThanOrEqual(targetSize * KB);
      expect(bytes).toBeGreaterThanOrEqual(Math.min(freeBytes, targetSize * KB) * LEAST_SHARE);
    }
  });

  it('changes nothing if the result is smaller anyway', async () => {
    expect(await sizeOf(3, 'jpg', { targetSize: 2_000 })).toBe(await sizeOf(3, 'jpg', {}));
  });

  it('is refused with the smallest size that is possible', async () => {
    const refusal = await converter
      .convert({ input: at('19.png'), from: 'png', to: 'jpg', options: { targetSize: 1 } })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'OPTION_INVALID', params: { field: 'targetSize' } });
    const { nearest } = (refusal as { params: { nearest: number } }).params;
    expect(await sizeOf(19, 'jpg', { targetSize: nearest })).toBeLessThanOrEqual(nearest * KB);
  });
});

const exec = promisify(execFile);

/** In points, as poppler reads it. */
const pageSizeOf = async (path: string): Promise<string | undefined> =>
  /^Page size:.*$/m.exec((await exec('/usr/bin/pdfinfo', [path])).stdout)?.[0];

describe('the target size of a PDF', () => {
  const toPdf = async (index: number, options: Readonly<Record<string, unknown>>) => {
    const input = at(`${index}.png`);
    const { outputs, losses } = await converter.convert({ input, from: 'png', to: 'pdf', options });
    expect(losses).toEqual([]);
    return outputs[0] ?? { path: '', sizeBytes: 0 };
  };

  it('is met for each picture, whose page stays as large', async () => {
    for (const index of ofToday([...Array(PICTURES).keys()], PICTURES_A_DAY)) {
      const free = await toPdf(index, {});
      const targetSize = Math.ceil((free.sizeBytes * (0.1 + (index % 5) / 12)) / KB);
      const { path, sizeBytes } = await toPdf(index, { targetSize });
      expect(sizeBytes).toBeLessThanOrEqual(targetSize * KB);
      expect(sizeBytes / KB / targetSize).toBeGreaterThanOrEqual(LEAST_SHARE);
      expect(await pageSizeOf(path)).toBe(await pageSizeOf(free.path));
      expect((await exec('/usr/bin/pdfimages', ['-list', path])).stdout).toMatch(/ rgb +3 +8 +jpeg /);
    }
  });
});
