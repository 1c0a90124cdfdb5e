import { join } from 'node:path';
import type { Route } from '@filemill/formats';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DELAYS_MS, exec, frames, HEIGHT_PX, picture, WIDTH_PX } from './fixtures.js';
import { colourAt, decode, distance, ffprobe } from './look.js';

/** Colours have half the resolution in films, and each codec its own rounding. */
const TOLERANCE = 24;
const TOLERANCE_MS = 40;
const LENGTH_MS = DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
const QUARTERS = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
] as const;

let converter: Converter;
let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
  const animation = await frames(DELAYS_MS.length);
  await animation.clone().gif({ delay: DELAYS_MS }).toFile(at('in.gif'));
  await animation.clone().webp({ delay: DELAYS_MS, lossless: true }).toFile(at('in.webp'));
  const { outputs } = await convert('in.gif', 'gif', 'apng');
  await exec('cp', [outputs[0]?.path ?? '', at('in.apng')]);
  const sequence = await convert('in.gif', 'gif', 'avif');
  await exec('cp', [sequence.outputs[0]?.path ?? '', at('in.avif')]);
});
afterAll(() => converter.close());

const convert = (name: string, from: string, to: string, options = {}) =>
  converter.convert({ ownerKey: 'one owner', input: at(name), from, to, options });

interface Film {
  readonly size: string;
  readonly lengthMs: number;
}

/** What a film shows: its pictures come at an even rate. mediainfo, which shares no code with ffmpeg, must find it too. */
async function filmIn(path: string): Promise<Film> {
  const { stdout } = await exec('mediainfo', ['--Output=Video;%Format% %Width%x%Height%', path]);
  expect(stdout).toMatch(/^[\w -]+ \d+x\d+$/m);
  const [video] = await ffprobe(path, 'stream=width,height,nb_read_frames,r_frame_rate');
  expect(video?.r_frame_rate).toBe('50/1');
  return { size: `${video?.width}x${video?.height}`, lengthMs: Number(video?.nb_read_frames) * 20 };
}

/** The colours of the quarters of a frame, and those of the film in the middle of its time. */
async function coloursOf(path: string, frame: number): Promise<{ wanted: number[][]; seen: number[][] }> {
  const { data } = await sharp(at('in.webp'), { page: frame }).raw().toBuffer({ resolveWithObject: true });
  const rgb = Buffer.from(data);
  const source = { widthPx: WIDTH_PX, heightPx: HEIGHT_PX, rgb };
  const before = DELAYS_MS.slice(0, frame).reduce((sum, delay) => sum + delay, 0);
  const still = `${path}.${frame}.png`;
  const middle = `${(before + (DELAYS_MS[frame] ?? 0) / 2) / 1_000}`;
  await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, '-ss', middle, '-frames:v', '1', still]);
  const shown = await decode(still, 'png');
  return {
    wanted: QUARTERS.map(([x, y]) => colourAt(source, x, y)),
    seen: QUARTERS.map(([x, y]) => colourAt(shown, x, y)),
  };
}

/** Whether an animation becomes a film. */
const isFilm = ({ output }: Route): boolean => output.category === 'video';

describe('every pair of an animation and a film', () => {
  provePairs(
    (route) => route.input.category === 'image' && isFilm(route),
    async ({ input: { id: from }, output: { id: to } }) => {
      const { outputs, losses } = await convert(`in.${from}`, from, to);
      const path = outputs[0]?.path as string;
      const { size, lengthMs } = await filmIn(path);
      expect(size).toBe(`${WIDTH_PX}x${HEIGHT_PX}`);
      expect(Math.abs(lengthMs - LENGTH_MS)).toBeLessThanOrEqual(TOLERANCE_MS);
      for (const frame of DELAYS_MS.keys()) {
        const { wanted, seen } = await coloursOf(path, frame);
        for (const [index, colour] of seen.entries())
          expect(distance(colour, wanted[index] ?? [])).toBeLessThan(TOLERANCE);
      }
      expect(losses).toEqual([]);
    },
  );
});

describe('a film of an animation', () => {
  it('has an even size, and reports transparency that became white', async () => {
    const odd = { width: 31, height: 21, channels: 4, background: '#00000000' } as const;
    const clear = await sharp({ create: odd }).png().toBuffer();
    const full = await sharp({ create: { ...odd, background: '#0000ff' } })
      .png()
      .toBuffer();
    await sharp([clear, full], { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toFile(at('odd.webp'));
    const { outputs, losses } = await convert('odd.webp', 'webp', 'mp4');
    const path = outputs[0]?.path as string;
    expect((await filmIn(path)).size).toBe('30x20');
    expect(losses.map(({ code }) => code)).toEqual(['transparency_flattened']);
    const { data } = await sharp(await firstFrameOf(path))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].every((level) => level > 245)).toBe(true);
  });

  it('of one frame is as short as a film can be', async () => {
    await picture().gif().toFile(at('still.gif'));
    const { outputs } = await convert('still.gif', 'gif', 'mp4');
    expect((await filmIn(outputs[0]?.path as string)).lengthMs).toBeGreaterThan(0);
  });

  it('reports how much of it is encoded, before it ends', async () => {
    const card = 'testsrc2=size=480x360:rate=25:duration=4';
    await exec('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', card, '-y', at('long.apng')]);
    const seen: number[] = [];
    await converter.convert({
      ...{ ownerKey: 'one owner', input: at('long.apng'), from: 'apng', to: 'webm' },
      onProgress: (fraction) => seen.push(fraction),
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    // The first half is that of the step before.
    expect(seen.filter((fraction) => fraction > 0.51 && fraction < 0.99).length).toBeGreaterThan(0);
  });

  it('is smaller at a lower quality', async () => {
    const [good, small] = await Promise.all(
      [90, 10].map((quality) => convert('in.gif', 'gif', 'mp4', { quality })),
    );
    expect(small?.outputs[0]?.sizeBytes).toBeLessThan(good?.outputs[0]?.sizeBytes ?? 0);
  });
});

async function firstFrameOf(path: string): Promise<string> {
  await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, '-frames:v', '1', `${path}.first.png`]);
  return `${path}.first.png`;
}
