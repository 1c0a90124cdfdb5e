import { type CombinedInput, type Combiner, createCombiner } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { firstPart, noisePicture } from './damaged.js';
import { exec } from './fixtures.js';

let combiner: Combiner;
beforeAll(async () => {
  combiner = await createCombiner('image', new URL('../src/engines/', import.meta.url));
});
afterAll(() => combiner.close());

const COLOURS = { red: [255, 0, 0], green: [0, 128, 0], blue: [0, 0, 255], yellow: [255, 255, 0] } as const;
type Colour = keyof typeof COLOURS;

async function picture(name: string, colour: Colour, width = 40, height = 20): Promise<CombinedInput> {
  const drawn = sharp({ create: { width, height, channels: 3, background: colour } });
  const format = name.slice(name.lastIndexOf('.') + 1) as 'png';
  return { name, bytes: await drawn.toFormat(format, { quality: 100 }).toBuffer() };
}

const nearest = (pixel: readonly number[]): Colour | undefined =>
  (Object.keys(COLOURS) as Colour[]).find((name) =>
    COLOURS[name].every((value, index) => Math.abs(value - (pixel[index] ?? 0)) < 30),
  );

/** The colour in the middle of each page, as Poppler draws them. */
async function pagesOf(pdf: string): Promise<(Colour | undefined)[]> {
  await exec('pdftoppm', ['-r', '72', '-png', pdf, `${pdf}-page`]);
  const { stdout } = await exec('sh', ['-c', `ls "${pdf}"-page-*.png`]);
  const pages = stdout.trim().split('\n');
  return Promise.all(
    pages.map(async (page) => {
      const { data, info } = await sharp(page).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
      return nearest([...data.subarray(middle, middle + 3)]);
    }),
  );
}

/** Every frame of an animation as Pillow reads it: how long it is shown, its size, and the colour of its middle. */
async function framesOf(path: string) {
  const script = `
import json, sys
from PIL import Image, ImageSequence
found = []
picture = Image.open(sys.argv[1])
for frame in ImageSequence.Iterator(picture):
    frame.load()
    pixels = frame.convert('RGBA')
    found.append([frame.info.get('duration'), list(pixels.size),
                  list(pixels.getpixel((pixels.width // 2, pixels.height // 2))), pixels.getpixel((0, 0))[3]])
print(json.dumps(found))`;
  const { stdout } = await exec('python3', ['-c', script, path]);
  return (JSON.parse(stdout) as [number, [number, number], number[], number][]).map(
    ([ms, size, middle, cornerAlpha]) => ({ ms, size, colour: nearest(middle), cornerAlpha }),
  );
}

describe('several pictures', () => {
  it('become one PDF, a page for each, in their order and of their sizes', async () => {
    const inputs = [
      await picture('c.png', 'red'),
      await picture('a.jpg', 'green', 30, 60),
      await picture('b.webp', 'blue', 50, 50),
    ];
    const { path, extension, losses } = await combiner.combine({ inputs, to: 'pdf' });
    expect([extension, losses]).toEqual(['pdf', []]);
    expect(await pagesOf(path)).toEqual(['red', 'green', 'blue']);
    const { stdout } = await exec('pdfinfo', ['-f', '1', '-l', '9', path]);
    const sizes = [...stdout.matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+)/g)];
    expect(sizes.map(([, width, height]) => Number(width) / Number(height))).toEqual([2, 0.5, 1]);
    await exec('qpdf', ['--check', path]);
  });

  it('become one PDF with a document between them', async () => {
    const first = await combiner.combine({ inputs: [await picture('a.png', 'yellow')], to: 'pdf' });
    const bytes = await import('node:fs/promises').then(({ readFile }) => readFile(first.path));
    const inputs = [
      await picture('a.png', 'red'),
      { name: 'letter.pdf', bytes },
      await picture('b.png', 'blue'),
    ];
    const { path } = await combiner.combine({ inputs, to: 'pdf' });
    expect(await pagesOf(path)).toEqual(['red', 'yellow', 'blue']);
  });

  it('become pages of the width that the options say', async () => {
    const inputs = [await picture('a.png', 'red', 400, 200), await picture('b.png', 'blue', 400, 400)];
    const { path } = await combiner.combine({ inputs, to: 'pdf', options: { width: 50 } });
    const { stdout } = await exec('pdfimages', ['-list', path]);
    const sizes = stdout.split('\n').slice(2).filter(Boolean);
    expect(sizes.map((line) => line.trim().split(/ +/).slice(3, 5))).toEqual([
      ['50', '25'],
      ['50', '50'],
    ]);
  });

  it('become one PDF of a hundred pages', async () => {
    const inputs = await Promise.all(
      Array.from({ length: 100 }, (_, index) => picture(`${index}.png`, index % 2 === 0 ? 'red' : 'blue')),
    );
    const seen: number[] = [];
    const onProgress = (fraction: number): void => void seen.push(fraction);
    const { path } = await combiner.combine({ inputs, to: 'pdf', onProgress });
    const pages = await pagesOf(path);
    expect(pages).toEqual(inputs.map((_, index) => (index % 2 === 0 ? 'red' : 'blue')));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('name a damaged picture, and one that cannot be read; strict refuses both', async () => {
    const cut = firstPart(await noisePicture(200, 200).jpeg({ quality: 90 }).toBuffer(), 0.6);
    const png = (await picture('x.png', 'green')).bytes;
    const broken = Buffer.concat([png.subarray(0, 33), Buffer.alloc(200, 7)]);
    const inputs = [
      await picture('a.png', 'red'),
      { name: 'cut.jpg', bytes: cut },
      { name: 'broken.png', bytes: broken },
      await picture('d.png', 'blue'),
    ];
    const { path, losses } = await combiner.combine({ inputs, to: 'pdf' });
    expect(losses.map(({ code, params }) => [code, params])).toEqual([
      ['files_damaged', { files: '2' }],
      ['files_left_out', { files: '3' }],
    ]);
    const pages = await pagesOf(path);
    expect([pages.length, pages[0], pages[2]]).toEqual([3, 'red', 'blue']);
    for (const [index, input] of [inputs[1], inputs[2]].entries()) {
      const some = [inputs[0], inputs[3], input].filter((one) => one !== undefined);
      const refused = combiner.combine({ inputs: some, to: 'pdf', options: { strict: true } });
      await expect(refused).rejects.toMatchObject({ code: 'FILE_CORRUPT', params: { file: 3 } });
      expect(index).toBeLessThan(2);
    }
  });

  it('are refused when none can be read', async () => {
    const png = (await picture('x.png', 'green')).bytes;
    const broken = Buffer.concat([png.subarray(0, 33), Buffer.alloc(200, 7)]);
    const inputs = ['a.png', 'b.png'].map((name) => ({ name, bytes: broken }));
    await expect(combiner.combine({ inputs, to: 'pdf' })).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it.each(['gif', 'webp', 'apng'])('become one animated %s as large as the largest of them', async (to) => {
    const inputs = [
      await picture('a.png', 'red', 40, 20),
      await picture('b.jpg', 'blue', 20, 40),
      await picture('c.png', 'yellow', 10, 10),
    ];
    const { path, extension } = await combiner.combine({ inputs, to, options: { frameMs: 250 } });
    expect(extension).toBe(to);
    const frames = await framesOf(path);
    expect(frames.map(({ colour }) => colour)).toEqual(['red', 'blue', 'yellow']);
    for (const { ms, size } of frames) expect([ms, size]).toEqual([250, [40, 40]]);
    // Beside a smaller picture nothing is painted.
    expect(frames[0]?.cornerAlpha).toBe(0);
  });

  it('become a film', async () => {
    const inputs = [await picture('a.png', 'red'), await picture('b.png', 'blue')];
    const { path } = await combiner.combine({ inputs, to: 'mp4', options: { frameMs: 500 } });
    const show = ['-v', 'error', '-show_entries', 'stream=width,height:format=duration', '-of', 'csv=p=0'];
    const { stdout } = await exec('ffprobe', [...show, path]);
    expect(stdout.trim().split('\n')[0]).toBe('40,20');
    expect(Number(stdout.trim().split('\n')[1])).toBeCloseTo(1, 1);
  });

  it('stop within seconds when the conversion is cancelled', async () => {
    const inputs = await Promise.all(
      Array.from({ length: 40 }, (_, index) => picture(`${index}.png`, 'red', 800, 800)),
    );
    const stop = new AbortController();
    const combining = combiner.combine({
      ...{ inputs, to: 'pdf', signal: stop.signal },
      onProgress: () => stop.abort(new Error('cancelled')),
    });
    await expect(combining).rejects.toThrow('cancelled');
  });
});
