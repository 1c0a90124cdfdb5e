import { readFile } from 'node:fs/promises';
import { bytesOf, differs, grows, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { CORNERS, exec, HEIGHT_PX, WIDTH_PX } from './fixtures.js';
import { colourAt, type Decoded, decode, distance, ffprobe, vipsField } from './look.js';

/** What each setting of pictures does, as a program other than the engine sees it. */

/** Outputs that keep every pixel, and outputs that keep colours about as they are. */
const EXACT = ['bmp', 'png', 'tiff', 'ppm', 'qoi', 'tga'];
const COLOURED = [...EXACT, 'jpg', 'avif', 'heic', 'jxl', 'sgi', 'pcx'];
/** Of a colour, after a lossy encoder. */
const TOLERANCE = 20;
/** A large side is tried with a small other one, so that it stays below the limit of pixels. */
const LONG_PX = 2_000;

const decoded = new Map<string, Promise<Decoded>>();
/** The pixels of a file, which is read once. */
function pixelsOf({ path }: { readonly path: string }, format: string): Promise<Decoded> {
  const known = decoded.get(path) ?? decode(path, format);
  decoded.set(path, known);
  return known;
}
const seenIn = ({ result, to }: Tried): Promise<Decoded> => pixelsOf(result, to);
const sum = (colour: readonly number[]): number => colour.reduce((all, value) => all + value, 0);
const spread = (colour: readonly number[]): number => Math.max(...colour) - Math.min(...colour);

/** An exact size. @param of - what the value makes of the sample */
const sized = (of: (value: number) => readonly [widthPx: number | undefined, heightPx: number | undefined]) =>
  async function see(tried: Tried): Promise<void> {
    const seen = await seenIn(tried);
    const [widthPx, heightPx] = of(tried.value as number);
    if (widthPx !== undefined) expect(seen.widthPx).toBe(widthPx);
    if (heightPx !== undefined) expect(seen.heightPx).toBe(heightPx);
  };

/** Names of the corners from top left to bottom right, by what is done to the picture. */
const TURNED: Readonly<Record<string, readonly (keyof typeof CORNERS)[]>> = {
  0: ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'],
  90: ['bottomLeft', 'topLeft', 'bottomRight', 'topRight'],
  180: ['bottomRight', 'bottomLeft', 'topRight', 'topLeft'],
  270: ['topRight', 'bottomRight', 'topLeft', 'bottomLeft'],
  none: ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'],
  horizontal: ['topRight', 'topLeft', 'bottomRight', 'bottomLeft'],
  vertical: ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'],
};

async function seeTurned(tried: Tried): Promise<void> {
  const seen = await seenIn(tried);
  for (const [index, corner] of (TURNED[`${tried.value}`] ?? []).entries()) {
    const colour = colourAt(seen, index % 2 === 0 ? 0.25 : 0.75, index < 2 ? 0.25 : 0.75);
    expect(distance(colour, CORNERS[corner])).toBeLessThan(TOLERANCE);
  }
}

/** The colour of a picture of one colour. */
const flatOf = async (tried: Tried): Promise<number[]> => colourAt(await seenIn(tried), 0.5, 0.5);
/** Levels of a picture whose left half is dark and whose right half is light. */
async function halvesOf(tried: Tried): Promise<readonly [dark: number, light: number]> {
  const seen = await seenIn(tried);
  return [colourAt(seen, 0.1, 0.5)[0] ?? 0, colourAt(seen, 0.9, 0.5)[0] ?? 0];
}

/** Number, and milliseconds of each picture of a WebP. */
async function webpFrames(path: string): Promise<RegExpMatchArray[]> {
  const { stdout } = await exec('webpmux', ['-info', path]);
  // No., width, height, alpha, x_offset, y_offset, duration
  return [...stdout.matchAll(/^ *\d+: +\d+ +\d+ +\w+ +\d+ +\d+ +(\d+) /gm)];
}

/** As the program of the WebP project, ffprobe or the chunk of APNG says. */
async function delaysOf(path: string, format: string): Promise<number[]> {
  // libvips shows times up to 10 ms as 100.
  if (format === 'webp') return (await webpFrames(path)).map(([, ms]) => Number(ms));
  const packets = await ffprobe(path, 'packet=duration_time');
  // The last one is shown until the next repetition, which ffprobe does not count.
  return packets.slice(0, -1).map(({ duration_time: seconds }) => Math.round(Number(seconds) * 1_000));
}

async function repetitionsOf(path: string, format: string): Promise<number> {
  if (format === 'webp') return (await sharp(path).metadata()).loop ?? Number.NaN;
  const file = await readFile(path);
  return file.readUInt32BE(file.indexOf('acTL') + 8);
}

const COMPRESSIONS = { lzw: 5, deflate: 8, packbits: 32_773, none: 1 } as const;

/** The compression of a TIFF by its directory. @see TIFF 6.0, tag 259 */
function compressionOf(file: Buffer): number {
  const directory = file.readUInt32LE(4);
  const entries = Array.from({ length: file.readUInt16LE(directory) }, (_, i) => directory + 2 + 12 * i);
  const entry = entries.find((place) => file.readUInt16LE(place) === 259) ?? 0;
  return file.readUInt16LE(entry + 8);
}

/** Largest difference of a channel from the sample. */
async function differenceOf({ result, input, to }: Tried): Promise<number> {
  const source = await pixelsOf({ path: input }, 'png');
  const seen = await pixelsOf(result, to);
  expect([seen.widthPx, seen.heightPx]).toEqual([source.widthPx, source.heightPx]);
  return seen.rgb.reduce((most, level, at) => Math.max(most, Math.abs(level - (source.rgb[at] ?? 0))), 0);
}

const PHOTO = ['photo.png'];
const MOVING = ['moving.gif'];
const halves: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['edge.png'], outputs: EXACT };
const flat: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['flat.png'], outputs: COLOURED };

export const PICTURE_LOOKS: Readonly<Record<string, OptionLook>> = {
  width: {
    outputs: EXACT,
    needs: (value) => (Number(value) > LONG_PX ? { height: 3, fit: 'stretch' } : {}),
    see: sized((px) => [px, undefined]),
  },
  height: {
    outputs: EXACT,
    needs: (value) => (Number(value) > LONG_PX ? { width: 3, fit: 'stretch' } : {}),
    see: sized((px) => [undefined, px]),
  },
  fit: {
    outputs: COLOURED,
    needs: { width: 60, height: 60 },
    see: async (tried) => {
      const seen = await seenIn(tried);
      expect([seen.widthPx, seen.heightPx]).toEqual([60, tried.value === 'inside' ? 40 : 60]);
      const hasGround = distance(colourAt(seen, 0.25, 0.05), CORNERS.topLeft) > TOLERANCE;
      expect(hasGround).toBe(tried.value === 'pad');
    },
  },
  enlarge: {
    outputs: COLOURED,
    needs: { width: 240 },
    see: async (tried) => expect((await seenIn(tried)).widthPx).toBe(tried.value ? 240 : WIDTH_PX),
  },
  rotate: { outputs: COLOURED, see: seeTurned },
  mirror: { outputs: COLOURED, see: seeTurned },
  metadata: {
    inputs: ['told.jpg'],
    outputs: ['png', 'webp', 'tiff', 'avif'],
    see: async ({ value, result }) => {
      const isTold = (await readFile(result.path)).includes('Ada');
      expect(isTold).toBe(value === 'keep');
    },
  },
  grey: {
    outputs: COLOURED,
    see: async (tried) => {
      const isGrey = spread(colourAt(await seenIn(tried), 0.25, 0.25)) < 4;
      expect(isGrey).toBe(tried.value);
    },
  },
  background: {
    inputs: ['clear.png'],
    outputs: ['jpg', 'bmp', 'webp', 'tiff'],
    values: ['#000000', '#c04020', '#ffffff'],
    see: async (tried) => {
      const wanted = [...Buffer.from(`${tried.value}`.slice(1), 'hex')];
      expect(distance(await flatOf(tried), wanted)).toBeLessThan(TOLERANCE);
    },
  },
  frames: {
    inputs: MOVING,
    outputs: ['webp', 'apng'],
    see: ({ value, result }) => expect(result.outputs[0]?.facts.frames ?? 1).toBe(value === 'all' ? 3 : 1),
  },
  cropLeft: {
    outputs: EXACT,
    values: [0, 60, WIDTH_PX - 1, 16_383],
    refuses: (value) => Number(value) >= WIDTH_PX,
    see: sized((px) => [WIDTH_PX - px, HEIGHT_PX]),
  },
  cropTop: {
    outputs: EXACT,
    values: [0, 40, HEIGHT_PX - 1, 16_383],
    refuses: (value) => Number(value) >= HEIGHT_PX,
    see: sized((px) => [WIDTH_PX, HEIGHT_PX - px]),
  },
  cropWidth: {
    outputs: EXACT,
    values: [1, 60, 16_383],
    see: sized((px) => [Math.min(px, WIDTH_PX), HEIGHT_PX]),
  },
  cropHeight: {
    outputs: EXACT,
    values: [1, 40, 16_383],
    see: sized((px) => [WIDTH_PX, Math.min(px, HEIGHT_PX)]),
  },
  trim: {
    inputs: ['framed.png'],
    outputs: EXACT,
    see: async (tried) => {
      const { widthPx, heightPx } = await seenIn(tried);
      expect([widthPx, heightPx]).toEqual(tried.value ? [40, 20] : [60, 60]);
    },
  },
  brightness: {
    ...flat,
    see: async (tried) => {
      const seen = sum(await flatOf(tried));
      if (tried.value === -100) expect(seen).toBeLessThan(TOLERANCE);
      else if (tried.value === 0) expect(Math.abs(seen - 340)).toBeLessThan(3 * TOLERANCE);
      else expect(seen).toBeGreaterThan(500);
    },
  },
  contrast: {
    ...halves,
    see: async (tried) => {
      const [dark, light] = await halvesOf(tried);
      const wanted = Math.min(130 * (1 + Number(tried.value) / 100), 252);
      expect(Math.abs(light - dark - wanted)).toBeLessThan(5);
    },
  },
  saturation: {
    ...flat,
    see: async (tried) => {
      const seen = spread(await flatOf(tried));
      if (tried.value === -100) expect(seen).toBeLessThan(8);
      else if (tried.value === 0) expect(Math.abs(seen - 80)).toBeLessThan(TOLERANCE);
      else expect(seen).toBeGreaterThan(100);
    },
  },
  gamma: {
    ...halves,
    see: async (tried) => {
      const [dark] = await halvesOf(tried);
      const wanted = 255 * (60 / 255) ** (1 / Number(tried.value));
      expect(Math.abs(dark - wanted)).toBeLessThan(8);
    },
  },
  autoLevels: {
    ...halves,
    see: async (tried) => {
      const [dark, light] = await halvesOf(tried);
      expect(light - dark > 245).toBe(tried.value);
      if (!tried.value) expect(light - dark).toBe(130);
    },
  },
  sharpen: {
    ...halves,
    see: async (tried) => {
      const brightest = Math.max(...(await seenIn(tried)).rgb);
      expect(brightest > 190).toBe(Number(tried.value) > 0);
    },
  },
  blur: {
    ...halves,
    see: async (tried) => {
      const [dark, light] = await halvesOf(tried);
      if (tried.value === 0) expect(light - dark).toBe(130);
      else expect(light - dark).toBeLessThan(125);
    },
  },
  despeckle: {
    inputs: ['spot.png'],
    outputs: EXACT,
    see: async (tried) => {
      const brightest = Math.max(...(await seenIn(tried)).rgb);
      expect(brightest > 200).toBe(tried.value === 0);
    },
  },
  invert: {
    ...flat,
    see: async (tried) => {
      const wanted = tried.value ? [95, 155, 175] : [160, 100, 80];
      expect(distance(await flatOf(tried), wanted)).toBeLessThan(TOLERANCE);
    },
  },
  density: {
    see: async ({ value, result }) => {
      const dpi = Number(await vipsField(result.path, 'xres')) * 25.4;
      expect(Math.abs(dpi / Number(value) - 1)).toBeLessThan(0.02);
    },
  },
  colourSpace: {
    inputs: ['wide.tiff'],
    outputs: ['jpg', 'png', 'webp'],
    see: async ({ value, result }) => {
      const icc = (await sharp(result.path).metadata()).icc?.toString('latin1') ?? '';
      if (value === 'srgb') expect(icc).toBe('');
      else expect(icc).toContain('P\u00003');
    },
  },
  bitDepth: {
    inputs: ['deep.png', 'deep.tiff'],
    see: async ({ value, result }) =>
      expect(await vipsField(result.path, 'format')).toMatch(value === 16 ? /ushort/i : /uchar/i),
  },
  delay: {
    inputs: MOVING,
    outputs: ['webp', 'apng'],
    see: async ({ value, result, to }) => {
      const delays = await delaysOf(result.path, to);
      expect(delays.length).toBeGreaterThan(1);
      for (const ms of delays) expect(Math.abs(ms - Number(value))).toBeLessThanOrEqual(1);
    },
  },
  loop: {
    inputs: MOVING,
    outputs: ['webp', 'apng'],
    see: async ({ value, result, to }) => expect(await repetitionsOf(result.path, to)).toBe(value),
  },
  chroma: {
    inputs: PHOTO,
    // Above the quality at which automatic is full.
    needs: { quality: 50 },
    see: async ({ value, result, with: withOther }) => {
      const [full, half] = [bytesOf(await withOther('full')), bytesOf(await withOther('half'))];
      expect(half).toBeLessThan(full);
      if (value !== 'auto') expect(bytesOf(result)).toBe(value === 'full' ? full : half);
    },
  },
  colours: {
    inputs: PHOTO,
    see: async (tried) => {
      const { rgb } = await seenIn(tried);
      const colours = new Set(Array.from({ length: rgb.length / 3 }, (_, at) => rgb.readUIntBE(at * 3, 3)));
      expect(colours.size).toBeLessThanOrEqual(Number(tried.value));
      expect(colours.size).toBeGreaterThan(Number(tried.value) / 8);
    },
  },
  dither: { inputs: PHOTO, needs: { colours: 16 }, see: differs },
  compression: {
    inputs: PHOTO,
    see: async ({ value, result }) => {
      const wanted = COMPRESSIONS[value as keyof typeof COMPRESSIONS];
      expect(compressionOf(await readFile(result.path))).toBe(wanted);
    },
  },
  effort: { inputs: PHOTO, see: differs },
  iconSize: {
    see: async ({ value, result }) => {
      const file = await readFile(result.path);
      // The only entry of the directory; 0 stands for 256.
      expect([file.readUInt16LE(4), file.readUInt8(6)]).toEqual([1, Number(value) % 256]);
    },
  },
  level: {
    inputs: PHOTO,
    see: async (tried) => {
      expect(await differenceOf(tried)).toBe(0);
      const [own, best] = [tried.result, await tried.with(9)];
      expect(bytesOf(best)).toBeLessThanOrEqual(bytesOf(own));
    },
  },
  lossless: {
    inputs: PHOTO,
    see: async (tried) => {
      const difference = await differenceOf(tried);
      if (tried.value) expect(difference).toBeLessThanOrEqual(1);
      else expect(difference).toBeGreaterThan(4);
    },
  },
  progressive: {
    see: async ({ value, result }) => expect((await sharp(result.path).metadata()).isProgressive).toBe(value),
  },
  // In a PDF, a small lossless picture may be smaller than its best JPEG.
  quality: { inputs: PHOTO, see: grows(1, 100, 1.02) },
  'stills quality': { inputs: ['noise.gif'], see: grows(1, 100) },
  targetSize: {
    // One KB, the least, holds no PDF; `target-size.int-spec.ts` has those.
    outputs: ['jpg', 'webp', 'avif', 'heic', 'jxl'],
    see: async ({ value, result }) => expect(bytesOf(result)).toBeLessThanOrEqual(Number(value) * 1_024),
  },
};

/** Reads a whole picture, animation or film with a program that did not write it. */
export async function openPicture(path: string, format: string): Promise<unknown> {
  if (format === 'webp') return exec('vips', ['avg', `${path}[n=-1]`]);
  if (['3gp', '3g2', 'avi', 'f4v', 'flv', 'm4v', 'mkv', 'mov', 'mp4', 'webm', 'wmv'].includes(format)) {
    const [stream] = await ffprobe(path, 'stream=nb_read_frames');
    return expect(Number(stream?.nb_read_frames)).toBeGreaterThan(0);
  }
  return pixelsOf({ path }, format);
}
