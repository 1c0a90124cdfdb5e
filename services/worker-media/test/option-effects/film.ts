import { readFile } from 'node:fs/promises';
import { differs, grows, near, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { decodedMs, makeMedia, runProgram, tracksOf } from '../media-files.js';
import { holdsBytes, ofIdet, ofPicture, packetsOf, quartersOf, streamProperty } from '../option-looks.js';
import { codec, film, HEIGHT_PX, LONG_SECONDS, SECONDS, WIDTH_PX } from './shared.js';

/** Above this a side is tried with the smallest other one. */
const LONG_PX = 1_000;

/** The size of the pictures, as a program other than ffmpeg sees it. */
async function sizeOf({ result, to }: Tried): Promise<readonly [widthPx: number, heightPx: number]> {
  const track = (await tracksOf(result.path, to)).find((one) => one['@type'] === 'Video');
  return [Number(track?.Width), Number(track?.Height)];
}

/** An exact size. @param of - what the value makes of the sample */
const sized = (of: (value: number) => readonly [widthPx: number | undefined, heightPx: number | undefined]) =>
  async function see(tried: Tried): Promise<void> {
    const [width, height] = await sizeOf(tried);
    const [widthPx, heightPx] = of(tried.value as number);
    if (widthPx !== undefined) expect(width).toBe(widthPx);
    if (heightPx !== undefined) expect(height).toBe(heightPx);
  };

const turned = (quarters: Readonly<Record<string, readonly string[]>>) => async (tried: Tried) =>
  expect(await quartersOf(tried.result.path)).toEqual(quarters[`${tried.value}`]);

/** Levels of a part of the first picture, 0 to 255. */
async function edgeOf(path: string): Promise<Buffer> {
  const still = `${path}.edge.rgb`;
  const graph = ['-vf', 'crop=iw:4:0:0,scale=1:1', '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
  await makeMedia(['-i', path, ...graph, still]);
  return readFile(still);
}

/** Different colours of the first picture. */
async function coloursOf(path: string): Promise<number> {
  const still = `${path}.first.rgb`;
  await makeMedia(['-i', path, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', still]);
  const rgb = await readFile(still);
  return new Set(Array.from({ length: rgb.length / 3 }, (_, at) => rgb.readUIntBE(at * 3, 3))).size;
}

async function repetitionsOf(path: string, format: string): Promise<number> {
  if (format === 'webp')
    return Number(/Loop Count : (\d+)/.exec(await runProgram('webpmux', ['-info', path]))?.[1]);
  const bytes = await readFile(path);
  if (format === 'apng') return bytes.readUInt32BE(bytes.indexOf('acTL') + 8);
  const mark = bytes.indexOf('NETSCAPE2.0');
  // The number of repetitions, without the first time.
  const more = mark === -1 ? 0 : bytes.readUInt16LE(mark + 13);
  return mark !== -1 && more === 0 ? 0 : more + 1;
}

const saturationOf = (path: string): Promise<number> => ofPicture(path, 'SATAVG');
const rangeOf = async (path: string): Promise<number> =>
  (await ofPicture(path, 'YHIGH')) - (await ofPicture(path, 'YLOW'));
const edgesOf = (path: string): Promise<number> => ofPicture(path, 'YAVG', 'sobel');
const namesIn = async (path: string): Promise<string[]> =>
  (await runProgram('unzip', ['-Z1', path])).trim().split('\n');

/** The effort of x264 by preset. */
const SUBME: Readonly<Record<string, string>> = { fast: 'subme=2', medium: 'subme=7', slow: 'subme=8' };

/** What each setting of pictures of a film does. */
export const FILM_LOOKS: Readonly<Record<string, OptionLook>> = {
  width: {
    ...film('film.mkv'),
    needs: (value) => (Number(value) > LONG_PX ? { height: 16, fit: 'stretch' } : {}),
    see: sized((px) => [px, undefined]),
  },
  height: {
    ...film('film.mkv'),
    needs: (value) => (Number(value) > LONG_PX ? { width: 16, fit: 'stretch' } : {}),
    see: sized((px) => [undefined, px]),
  },
  fit: {
    ...film('film.mkv'),
    needs: { width: 100, height: 100 },
    see: async (tried) => sized(() => [100, tried.value === 'inside' ? 74 : 100])({ ...tried, value: 0 }),
  },
  fps: {
    inputs: ['film.mkv'],
    outputs: ['gif', 'mp4', 'mkv'],
    see: async (tried) => {
      const text = await runProgram('ffprobe', [
        ...['-v', 'error', '-count_frames', '-select_streams', 'v:0'],
        ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', tried.result.path],
      ]);
      near(Number.parseInt(text, 10) / (Number(tried.value) * SECONDS), 1, 0.03);
      near(await decodedMs(tried.result.path, 'v:0'), SECONDS * 1_000, 1_000 / Number(tried.value) + 100);
    },
  },
  rotate: {
    ...film('quarters.mkv'),
    see: turned({
      0: ['red', 'lime', 'blue', 'white'],
      90: ['blue', 'red', 'white', 'lime'],
      180: ['white', 'blue', 'lime', 'red'],
      270: ['lime', 'white', 'red', 'blue'],
    }),
  },
  mirror: {
    ...film('quarters.mkv'),
    see: turned({
      none: ['red', 'lime', 'blue', 'white'],
      horizontal: ['lime', 'red', 'white', 'blue'],
      vertical: ['blue', 'white', 'red', 'lime'],
    }),
  },
  cropLeft: {
    ...film('film.mkv'),
    values: [0, WIDTH_PX / 2, 8_192],
    refuses: (value) => Number(value) >= WIDTH_PX,
    see: sized((px) => [WIDTH_PX - px, HEIGHT_PX]),
  },
  cropTop: {
    ...film('film.mkv'),
    values: [0, HEIGHT_PX / 2, 8_192],
    refuses: (value) => Number(value) >= HEIGHT_PX,
    see: sized((px) => [WIDTH_PX, HEIGHT_PX - px]),
  },
  cropWidth: {
    ...film('film.mkv'),
    values: [16, WIDTH_PX / 2, 8_192],
    see: sized((px) => [Math.min(px, WIDTH_PX), HEIGHT_PX]),
  },
  cropHeight: {
    ...film('film.mkv'),
    values: [16, HEIGHT_PX / 2, 8_192],
    see: sized((px) => [WIDTH_PX, Math.min(px, HEIGHT_PX)]),
  },
  aspect: {
    ...film('film.mkv'),
    see: async (tried) => {
      const [width, height] = await sizeOf(tried);
      const [wide = 0, high = 1] = `${tried.value}`.split(':').map(Number);
      near(width / height / (wide / high), 1, 0.03);
    },
  },
  background: {
    ...film('film.mkv'),
    values: ['#000000', '#c04020', '#ffffff'],
    needs: { width: 100, height: 100, fit: 'pad' },
    see: async ({ value, result }) => {
      const wanted = Buffer.from(`${value}`.slice(1), 'hex');
      for (const [at, level] of (await edgeOf(result.path)).entries()) near(level, wanted[at] ?? 0, 20);
    },
  },
  brightness: {
    ...film('grey.mkv'),
    see: async ({ value, result }) => {
      const seen = await ofPicture(result.path, 'YAVG');
      if (value === -100) expect(seen).toBeLessThan(28);
      else if (value === 0) near(seen, 126, 12);
      else expect(seen).toBeGreaterThan(223);
    },
  },
  contrast: {
    ...film('halves.mkv'),
    see: async ({ value, result, input }) => {
      const [seen, plain] = [await rangeOf(result.path), await rangeOf(input)];
      if (value === -100) expect(seen).toBeLessThan(4);
      else if (value === 0) near(seen, plain, 4);
      else expect(seen).toBeGreaterThan(plain * 1.3);
    },
  },
  saturation: {
    ...film('halves.mkv'),
    see: async ({ value, result, input }) => {
      const [seen, plain] = [await saturationOf(result.path), await saturationOf(input)];
      if (value === -100) expect(seen).toBeLessThan(2);
      else if (value === 0) near(seen, plain, 2);
      else expect(seen).toBeGreaterThan(plain * 1.4);
    },
  },
  gamma: {
    ...film('grey.mkv'),
    see: async ({ value, result, input }) => {
      const difference = (await ofPicture(result.path, 'YAVG')) - (await ofPicture(input, 'YAVG'));
      expect(Math.sign(difference) * Math.sign(Number(value) - 1)).toBe(1);
      expect(Math.abs(difference)).toBeGreaterThan(15);
    },
  },
  grey: {
    ...film('halves.mkv'),
    see: async ({ value, result }) => expect((await saturationOf(result.path)) < 2).toBe(value),
  },
  sharpen: {
    ...film('grain.mkv'),
    needs: { quality: 100 },
    see: async ({ value, result, input }) => {
      const ratio = (await edgesOf(result.path)) / (await edgesOf(input));
      if (value === 0) near(ratio, 1, 0.05);
      else expect(ratio).toBeGreaterThan(1.1);
    },
  },
  denoise: {
    ...film('grain.mkv'),
    needs: { quality: 100 },
    see: async ({ value, result, input }) => {
      const ratio = (await edgesOf(result.path)) / (await edgesOf(input));
      if (value === 0) near(ratio, 1, 0.05);
      else expect(ratio).toBeLessThan(0.9);
    },
  },
  deinterlace: {
    ...film('combed.mkv'),
    needs: { quality: 100 },
    see: async ({ value, result }) => {
      const isWhole = (await ofIdet(result.path, 'progressive')) > (await ofIdet(result.path, 'tff'));
      expect(isWhole).toBe(value === 'always');
    },
  },
  videoCodec: codec('v:0'),
  videoBitrate: { ...film('grain.mkv'), see: grows(50, 50_000) },
  preset: {
    ...film('grain.mkv'),
    needs: { quality: 50 },
    // x264 writes its settings into the file.
    see: async ({ value, result }) =>
      expect(await holdsBytes(result.path, SUBME[`${value}`] ?? '')).toBe(true),
  },
  profile: {
    ...film('film.mkv'),
    see: async ({ value, result }) =>
      expect((await streamProperty(result.path, 'v:0', 'profile')).toLowerCase()).toContain(`${value}`),
  },
  colourDepth: {
    ...film('film.mkv'),
    see: async ({ value, result }) =>
      expect(await streamProperty(result.path, 'v:0', 'pix_fmt')).toBe(
        value === 10 ? 'yuv420p10le' : 'yuv420p',
      ),
  },
  keyframes: {
    ...film('grain.mkv'),
    see: async ({ value, result }) => {
      const keys = (await packetsOf(result.path, 'v:0')).filter(({ isKey }) => isKey);
      if (value === 0.5) expect(keys.length).toBeGreaterThanOrEqual(SECONDS / 0.5);
      else expect(keys.length).toBeLessThan(SECONDS / 0.5);
    },
  },
  loop: {
    inputs: ['film.mkv'],
    see: async ({ value, result, to }) => expect(await repetitionsOf(result.path, to)).toBe(value),
  },
  colours: {
    inputs: ['grain.mkv', 'grain.mp4'],
    see: async ({ value, result }) => {
      const seen = await coloursOf(result.path);
      expect(seen).toBeLessThanOrEqual(Number(value));
      expect(seen).toBeGreaterThan(Number(value) / 3);
    },
  },
  dither: { inputs: ['grain.mkv', 'grain.mp4'], needs: { colours: 8 }, see: differs },
  picture: {
    inputs: ['film.mkv', 'film.mp4'],
    see: async ({ value, result }) => {
      const names = await namesIn(result.path);
      expect(names.filter((name) => !name.endsWith(`.${value}`))).toEqual([]);
      near(names.length, SECONDS * 25, 2);
    },
  },
  segmentSeconds: {
    inputs: ['long.mkv', 'long.mp4'],
    see: async ({ value, result }) => {
      const segments = (await namesIn(result.path)).filter((name) => name.endsWith('.ts'));
      near(segments.length, Math.ceil(LONG_SECONDS / Number(value)), 1);
    },
  },
};
