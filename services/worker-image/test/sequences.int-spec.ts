import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DELAYS_MS, exec } from './fixtures.js';
import { ffprobe } from './look.js';

/** Odd on both sides: chroma of half the resolution must not shift the edges. */
const [WIDTH_PX, HEIGHT_PX] = [61, 41];
const SIDE_PX = 20;
/** Mean difference of the levels of all pixels: AV1 at the default quality. */
const LIKE = 4;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  await animation().gif({ delay: DELAYS_MS }).toFile(at('in.gif'));
  await animation().webp({ delay: DELAYS_MS, lossless: true }).toFile(at('in.webp'));
  await exec('cp', [(await convert('in.gif', 'gif', 'apng')).path, at('in.apng')]);
  await exec('cp', [(await convert('in.webp', 'webp', 'avif')).path, at('in.avif')]);
});
afterAll(() => converter.close());

async function convert(
  name: string,
  from: string,
  to: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Converted & { path: string }> {
  const result = await converter.convert({ ownerKey: 'one owner', input: at(name), from, to, options });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}

/** A square of one colour a frame, which moves over nothing. */
function pixelsOf(frame: number): Buffer {
  const pixels = Buffer.alloc(WIDTH_PX * HEIGHT_PX * 4);
  const colour = Buffer.from(
    [
      [220, 30, 30, 255],
      [30, 200, 30, 255],
      [40, 40, 230, 255],
    ][frame] ?? [],
  );
  for (let y = 10; y < 10 + SIDE_PX; y++)
    for (let x = 0; x < SIDE_PX; x++) colour.copy(pixels, (y * WIDTH_PX + x + frame * SIDE_PX) * 4);
  return pixels;
}

const animation = () =>
  sharp(Buffer.concat([...DELAYS_MS.keys()].map(pixelsOf)), {
    raw: { width: WIDTH_PX, height: HEIGHT_PX * DELAYS_MS.length, channels: 4, pageHeight: HEIGHT_PX },
  });

/** Mean difference from a frame of the animation, where it shows something, and of its transparency. */
async function differenceOf(png: string, frame: number): Promise<{ colours: number; transparency: number }> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([WIDTH_PX, HEIGHT_PX]);
  const wanted = pixelsOf(frame);
  let [colours, transparency, shown] = [0, 0, 0];
  for (let pixel = 0; pixel < wanted.length; pixel += 4) {
    const difference = (channel: number) =>
      Math.abs((data[pixel + channel] ?? 0) - (wanted[pixel + channel] ?? 0));
    transparency += difference(3);
    if (wanted[pixel + 3] === 0) continue;
    shown++;
    colours += (difference(0) + difference(1) + difference(2)) / 3;
  }
  return { colours: colours / shown, transparency: (transparency * 4) / wanted.length };
}

const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code);

describe('an animation that becomes AVIF', () => {
  it.each(['gif', 'webp', 'apng'])('keeps frames, times and transparency of %s', async (from) => {
    const result = await convert(`in.${from}`, from, 'avif');
    expect(codesOf(result)).toEqual([]);
    // A decoder that shares no code with the encoder.
    const { stdout } = await exec('avifdec', ['--info', result.path]);
    const seconds = [...stdout.matchAll(/\[duration ([\d.]+) /g)].map(([, each]) => Number(each));
    expect(seconds).toEqual(DELAYS_MS.map((each) => each / 1_000));
    for (const frame of DELAYS_MS.keys()) {
      const png = at(`${from}-${frame}.png`);
      await exec('avifdec', ['--index', `${frame}`, result.path, png]);
      const { colours, transparency } = await differenceOf(png, frame);
      expect(colours).toBeLessThan(LIKE);
      expect(transparency).toBeLessThan(LIKE);
    }
  });
});

describe('an animation that does not play without end', () => {
  it('does so as AVIF, and this is reported', async () => {
    await animation().gif({ delay: DELAYS_MS, loop: 3 }).toFile(at('thrice.gif'));
    await animation().webp({ delay: DELAYS_MS, loop: 1, lossless: true }).toFile(at('once.webp'));
    await exec('cp', [(await convert('thrice.gif', 'gif', 'apng')).path, at('thrice.apng')]);
    for (const name of ['thrice.gif', 'once.webp', 'thrice.apng']) {
      const from = name.slice(name.indexOf('.') + 1);
      expect(codesOf(await convert(name, from, 'avif'))).toEqual(['loops_dropped']);
    }
  });

  it('is no longer told of if only its first picture is wanted, or where its plays are kept', async () => {
    expect(codesOf(await convert('thrice.gif', 'gif', 'avif', { frames: 'first' }))).toEqual([]);
    expect(codesOf(await convert('thrice.gif', 'gif', 'webp'))).toEqual([]);
  });
});

describe('an animation in AVIF with a date', () => {
  it('loses it, and this is reported unless it was asked for', async () => {
    const tagged = await sharp(pixelsOf(0), { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 4 } })
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .jpeg()
      .toBuffer();
    await writeFile(at('exif'), (await sharp(tagged).metadata()).exif?.subarray(6) ?? Buffer.alloc(0));
    const frames = [...DELAYS_MS.keys()].map((frame) => at(`apng-${frame}.png`));
    await exec('avifenc', ['--exif', at('exif'), ...frames, at('tagged.avif')]);
    expect(codesOf(await convert('tagged.avif', 'avif', 'webp'))).toEqual(['metadata_dropped']);
    expect(codesOf(await convert('tagged.avif', 'avif', 'webp', { metadata: 'strip' }))).toEqual([]);
  });
});

describe('an animation in AVIF', () => {
  it('is read with its frames, their times and transparency', async () => {
    const { outputs } = await convert('in.webp', 'webp', 'avif');
    expect(outputs[0]?.facts).toMatchObject({
      ...{ widthPx: WIDTH_PX, heightPx: HEIGHT_PX },
      ...{ frames: DELAYS_MS.length, lastFrameMs: DELAYS_MS.at(-1), hasAlpha: true },
    });
  });

  it.each(['webp', 'gif', 'apng'])('keeps frames, times and transparency in %s', async (to) => {
    const { path } = await convert('in.avif', 'avif', to);
    if (to === 'apng') {
      const packets = await ffprobe(path, 'packet=duration_time');
      // The last frame has no end for ffprobe.
      const seen = packets.map(({ duration_time }) => Math.round(Number(duration_time) * 1_000));
      expect(seen.slice(0, -1)).toEqual(DELAYS_MS.slice(0, -1));
      expect(seen).toHaveLength(DELAYS_MS.length);
    } else {
      expect((await sharp(path).metadata()).delay).toEqual(DELAYS_MS);
    }
    for (const frame of DELAYS_MS.keys()) {
      const png = at(`${to}-out-${frame}.png`);
      if (to === 'apng')
        await exec('ffmpeg', [
          '-v',
          'error',
          '-y',
          '-f',
          'apng',
          '-i',
          path,
          '-vf',
          `select=eq(n\\,${frame})`,
          '-frames:v',
          '1',
          png,
        ]);
      else await sharp(path, { page: frame }).png().toFile(png);
      const { colours, transparency } = await differenceOf(png, frame);
      expect(colours).toBeLessThan(LIKE * 2);
      expect(transparency).toBeLessThan(LIKE * 2);
    }
  });

  it('becomes its first picture where nothing can move, and this is reported', async () => {
    const result = await convert('in.avif', 'avif', 'png');
    expect(codesOf(result)).toEqual(['animation_dropped']);
    expect((await differenceOf(result.path, 0)).colours).toBeLessThan(LIKE);
  });

  it('of 10 bits becomes one of 8, and this is reported', async () => {
    await exec('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'apng', '-i', at('in.apng')],
      ...[
        '-c:v',
        'libaom-av1',
        '-cpu-used',
        '8',
        '-fps_mode',
        'passthrough',
        '-pix_fmt',
        'yuv444p10le',
        '-f',
        'avif',
        at('deep.avif'),
      ],
    ]);
    const result = await convert('deep.avif', 'avif', 'apng');
    expect(codesOf(result)).toEqual(['colour_depth_reduced']);
    expect(result.outputs[0]?.facts.frames).toBe(DELAYS_MS.length);
  });

  it('keeps the pictures that can be read of a damaged one, and this is reported', async () => {
    const bytes = await readFile(at('in.avif'));
    await writeFile(at('cut.avif'), bytes.subarray(0, bytes.length - 40));
    const { losses, path } = await convert('cut.avif', 'avif', 'webp');
    expect(losses.map(({ code }) => code)).toContain('input_damaged');
    expect(await sharp(path).metadata()).toMatchObject({ width: WIDTH_PX, pages: 2 });
  });
});
