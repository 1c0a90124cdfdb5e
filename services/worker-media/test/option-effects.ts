import { readFile, stat } from 'node:fs/promises';
import { TAG_KEYS } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { differs, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { inputArguments } from '../src/engines/arguments.js';
import { decodedMs, makeMedia, mediainfo, probe, runProgram, tracksOf } from './media-files.js';
import {
  decibels,
  frequencyOf,
  holdsBytes,
  kbpsOf,
  lufsOf,
  ofIdet,
  ofPicture,
  packetsOf,
  quartersOf,
  streamProperty,
  tagsOf,
} from './option-looks.js';

/** What each setting of sound and films does, as ffprobe, mediainfo and other programs see it. */

/** Of the samples, all with a tone of this frequency. */
export const SECONDS = 2;
export const TONE_HZ = 440;
export const [WIDTH_PX, HEIGHT_PX] = [160, 120];
/** Every character with a meaning in ffmpeg's files of metadata, in a shell and in a filter. */
const HARD = 'A=b;c#d\\e "f" \'g\' $(h) [i]:j, -k %l ü 漢字';
const TOLERANCE_MS = 160;
/** Above this a side is tried with the smallest other one. */
const LONG_PX = 1_000;

const SOUNDS = ['wav', 'flac', 'mp3', 'm4a', 'ogg'];
const FILMS = ['mp4', 'mkv', 'mov'];
const BOTH = [...SOUNDS, ...FILMS];
const TONE: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['tone.wav', 'film.mkv'], outputs: BOTH };
const NOISE: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['noise.wav', 'noise.mkv'], outputs: BOTH };
/** Nothing is lost by an encoder. */
const EXACT: Pick<OptionLook, 'inputs' | 'outputs'> = {
  inputs: ['noise.wav'],
  outputs: ['flac', 'wav', 'mkv'],
};
const film = (sample: string): Pick<OptionLook, 'inputs' | 'outputs'> => ({
  inputs: [sample],
  outputs: FILMS,
});

const isFilm = ({ to }: Tried): boolean => declared.format(to)?.write?.ffmpeg?.video !== undefined;
const readerOf = (format: string): readonly string[] => {
  const spec = declared.format(format);
  return spec?.read?.ffmpeg ? inputArguments(spec) : [];
};

async function expectLength(tried: Tried, wantedMs: number): Promise<void> {
  for (const stream of isFilm(tried) ? (['v:0', 'a:0'] as const) : (['a:0'] as const)) {
    const seenMs = await decodedMs(tried.result.path, stream, readerOf(tried.to));
    expect(Math.abs(seenMs - wantedMs)).toBeLessThan(TOLERANCE_MS);
  }
}

const near = (seen: number, wanted: number, tolerance: number): void => {
  if (!(Math.abs(seen - wanted) <= tolerance)) throw new Error(`${seen} instead of ${wanted}`);
};

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

/** Decibels of a part of the sound, compared with the sample's. */
const change = async ({ result, input }: Tried, part: string): Promise<number> =>
  (await decibels(result.path, part)) - (await decibels(input, part));

const bytesOf = async ({ path }: { readonly path: string }): Promise<number> => (await stat(path)).size;

/** A larger file for a higher value, between those of both bounds. */
const grows = (least: number, most: number) =>
  async function see({ result, with: withOther }: Tried): Promise<void> {
    const [small, bytes, large] = [
      await bytesOf(await withOther(least)),
      await bytesOf(result),
      await bytesOf(await withOther(most)),
    ];
    if (!(small < large && small <= bytes && bytes <= large))
      throw new Error(`${bytes} bytes are not between ${small} and ${large}`);
  };

/** Of ADTS, with the least that an encoder can do. */
const HEADERS_KBPS = 9;
/** ffmpeg's encoder needs no more for two channels; the bounds are those of six. */
const MOST_AAC_KBPS = 380;

/** The bit rate of the sound. */
async function seeRate({ value, result }: Tried): Promise<void> {
  const kbps = await kbpsOf(result.path, 'a:0', SECONDS);
  const isAac = (await streamProperty(result.path, 'a:0', 'codec_name')) === 'aac';
  const wanted = Math.min(Number(value), isAac ? MOST_AAC_KBPS : Number(value));
  near(kbps, wanted, Math.max(wanted * 0.35, HEADERS_KBPS));
}

async function seeSampleRate({ value, result }: Tried): Promise<void> {
  expect(await streamProperty(result.path, 'a:0', 'sample_rate')).toBe(`${value}`);
  near(await frequencyOf(result.path, 'atrim=0.5:1.5'), TONE_HZ, 10);
}

async function seeDepth({ value, result }: Tried): Promise<void> {
  const tracks = await mediainfo(result.path);
  const shown = tracks.find((track) => track['@type'] === 'Audio')?.BitDepth;
  expect(shown ?? (await streamProperty(result.path, 'a:0', 'bits_per_raw_sample'))).toBe(`${value}`);
}

const codec = (stream: 'a:0' | 'v:0'): OptionLook => ({
  inputs: ['tone.wav', 'film.mkv'],
  see: async ({ value, result }) => {
    const name = value === 'mpeg2' || value === 'mpeg1' ? `${value}video` : `${value}`;
    expect(await streamProperty(result.path, stream, 'codec_name')).toContain(name);
  },
});

const tag = (name: keyof typeof TAG_KEYS, values?: readonly unknown[]): OptionLook => ({
  inputs: ['tone.wav', 'film.mkv'],
  outputs: ['flac', 'mp3', 'm4a', ...FILMS],
  ...(values && { values }),
  see: async ({ value, result }) => expect((await tagsOf(result.path))[TAG_KEYS[name]]).toBe(`${value}`),
});
const text = (name: keyof typeof TAG_KEYS): OptionLook => tag(name, ['x', HARD, 'y'.repeat(200)]);

const streamsOf = async (path: string, type: string): Promise<number> =>
  (await probe(path)).streams.filter(({ codec_type }) => codec_type === type).length;

const dropped = (type: string, sample: string, outputs: readonly string[]): OptionLook => ({
  inputs: [sample],
  outputs,
  see: async ({ value, result }) => expect(await streamsOf(result.path, type)).toBe(value === 'keep' ? 1 : 0),
});

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

export const MEDIA_LOOKS: Readonly<Record<string, OptionLook>> = {
  start: {
    ...TONE,
    values: [0, 0.5, 14_400],
    refuses: (value) => Number(value) >= SECONDS,
    see: (tried) => expectLength(tried, (SECONDS - Number(tried.value)) * 1_000),
  },
  end: {
    ...TONE,
    values: [0.1, 1, 14_400],
    see: (tried) => expectLength(tried, Math.min(SECONDS, Number(tried.value)) * 1_000),
  },
  speed: { ...TONE, see: (tried) => expectLength(tried, (SECONDS / Number(tried.value)) * 1_000) },
  volume: {
    ...TONE,
    see: async (tried) => {
      const seen = await change(tried, 'atrim=0.5:1.5');
      // What is above full scale is cut.
      if (tried.value === 30) expect(seen).toBeGreaterThan(9);
      else near(seen, Number(tried.value), 1);
    },
  },
  fadeIn: {
    ...TONE,
    see: async (tried) => {
      const { path } = tried.result;
      const rise = (await decibels(path, 'atrim=1.5:1.8')) - (await decibels(path, 'atrim=0.06:0.1'));
      if (tried.value === 0) near(rise, 0, 2);
      else expect(rise).toBeGreaterThan(10);
    },
  },
  fadeOut: {
    ...TONE,
    see: async (tried) => {
      const { path } = tried.result;
      const fall = (await decibels(path, 'atrim=0.3:0.6')) - (await decibels(path, 'atrim=1.9:1.95'));
      if (tried.value === 0) near(fall, 0, 2);
      else expect(fall).toBeGreaterThan(10);
    },
  },
  channels: {
    ...TONE,
    see: async ({ value, result }) =>
      expect(await streamProperty(result.path, 'a:0', 'channels')).toBe(value === 'mono' ? '1' : '2'),
  },
  loudness: {
    ...NOISE,
    see: async ({ value, result }) => near(await lufsOf(result.path), Number(value), 0.5),
  },
  pitch: {
    ...TONE,
    see: async (tried) => {
      const wanted = TONE_HZ * 2 ** (Number(tried.value) / 12);
      near((await frequencyOf(tried.result.path, 'atrim=0.5:1.5')) / wanted, 1, 0.02);
      await expectLength(tried, SECONDS * 1_000);
    },
  },
  bass: { ...EXACT, see: async (tried) => seeShelf(await change(tried, 'lowpass=f=60'), tried.value) },
  treble: { ...EXACT, see: async (tried) => seeShelf(await change(tried, 'highpass=f=10000'), tried.value) },
  highpass: {
    ...EXACT,
    see: async (tried) => {
      const seen = await change(tried, 'lowpass=f=100');
      if (tried.value === 20) near(seen, 0, 4);
      else expect(seen).toBeLessThan(-20);
    },
  },
  lowpass: {
    ...EXACT,
    see: async (tried) => {
      const seen = await change(tried, 'highpass=f=14000');
      if (tried.value === 20) expect(seen).toBeLessThan(-20);
      else if (tried.value === 20_000) near(seen, 0, 4);
      else expect(seen).toBeLessThan(-3);
    },
  },
  audioTrack: {
    inputs: ['two.mka', 'two.mkv'],
    outputs: BOTH,
    values: [1, 2, 64],
    refuses: (value) => value === 64,
    see: async ({ value, result }) =>
      near(await frequencyOf(result.path, 'atrim=0.5:1.5'), TONE_HZ * Number(value), 10),
  },
  silence: {
    inputs: ['gap.flac'],
    outputs: ['wav', 'mp3', 'm4a'],
    see: (tried) => expectLength(tried, tried.value === 'trim' ? 1_000 : SECONDS * 1_000),
  },
  silenceThreshold: {
    inputs: ['steps.flac'],
    outputs: ['wav', 'mp3', 'm4a'],
    needs: { silence: 'trim' },
    see: (tried) => expectLength(tried, tried.value === -20 ? 1_000 : SECONDS * 1_000),
  },
  reverse: {
    inputs: ['halves.wav', 'octaves.mkv'],
    outputs: ['flac', 'wav', ...FILMS],
    see: async (tried) => {
      const first = await frequencyOf(tried.result.path, 'atrim=0.2:0.8');
      near(first, tried.value ? 2 * TONE_HZ : TONE_HZ, 10);
      await expectLength(tried, SECONDS * 1_000);
    },
  },
  metadata: {
    inputs: ['told.mp3', 'told.mkv'],
    outputs: ['flac', 'm4a', 'ogg', ...FILMS],
    see: async ({ value, result }) =>
      expect((await tagsOf(result.path)).title).toBe(value === 'keep' ? 'The mill' : undefined),
  },
  chapters: {
    inputs: ['told.mkv'],
    outputs: ['mp4', 'mov', 'm4a', 'm4b', 'mka'],
    see: async ({ value, result }) => {
      const shown = await runProgram('ffprobe', ['-v', 'error', '-show_chapters', result.path]);
      expect(shown.includes('One')).toBe(value === 'keep');
    },
  },
  cover: dropped('video', 'covered.m4a', ['mp3', 'flac', 'm4b']),
  sound: dropped('audio', 'film.mkv', FILMS),
  subtitles: dropped('subtitle', 'subtitled.mkv', ['mp4', 'mov']),
  subtitleTrack: {
    inputs: ['twice.mkv'],
    outputs: ['mp4', 'mov', 'srt'],
    values: [1, 2, 64],
    refuses: (value) => value === 64,
    see: async ({ value, result }) => {
      expect(await streamsOf(result.path, 'subtitle')).toBe(1);
      const shown = await makeMedia(['-i', result.path, '-map', '0:s:0', '-f', 'srt', '-']);
      expect(shown).toContain(value === 1 ? 'FIRST LINE' : 'SECOND LINE');
    },
  },
  burnSubtitles: {
    inputs: ['black.mkv'],
    outputs: FILMS,
    values: [1, 2, 64],
    refuses: (value) => value === 64,
    see: async ({ value, result }) => {
      // Each of the two is shown at another time.
      const brightness = (frame: number) => ofPicture(result.path, 'YMAX', `select=eq(n\\,${frame})`);
      const [early, late] = [await brightness(12), await brightness(37)];
      expect([early > 100, late > 100]).toEqual([value === 1, value === 2]);
    },
  },
  audioDelay: {
    inputs: ['film.mkv'],
    outputs: FILMS,
    values: [-10_000, -600, 0, 600, 10_000],
    see: async ({ value, result }) => {
      const ms = Number(value);
      const part = async (from: number, to: number): Promise<boolean> =>
        (await decibels(result.path, `atrim=${from}:${to}`)) > -50;
      expect(await part(0.05, 0.5)).toBe(ms === 0 || ms === -600);
      expect(await part(1.5, 1.9)).toBe(ms === 0 || ms === 600);
      near(await decodedMs(result.path, 'v:0'), SECONDS * 1_000, TOLERANCE_MS);
    },
  },
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
  audioBitrate: { inputs: ['noise.mkv'], see: seeRate },
  bitrate: { inputs: ['noise.wav'], see: seeRate },
  bitrateMode: {
    inputs: ['pauses.wav'],
    outputs: ['mp3', 'opus'],
    needs: { bitrate: 128 },
    see: async ({ value, result }) => {
      const packets = await packetsOf(result.path, 'a:0');
      // The first holds the index.
      const sizes = new Set(packets.slice(1).map(({ bytes }) => bytes)).size;
      if (value === 'constant') expect(sizes).toBeLessThanOrEqual(3);
      else expect(sizes).toBeGreaterThan(5);
    },
  },
  sampleRate: { inputs: ['tone.wav', 'tone.flac', 'film.mkv'], see: seeSampleRate },
  bitDepth: { inputs: ['tone.wav', 'tone.flac', 'film.mkv'], see: seeDepth },
  audioCodec: codec('a:0'),
  codec: codec('a:0'),
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
  quality: { inputs: ['noise.wav', 'grain.mkv'], see: grows(1, 100) },
  // FLAC itself is copied.
  compressionLevel: { inputs: ['noise.wav', 'film.mkv'], see: differs },
  title: text('title'),
  artist: text('artist'),
  album: text('album'),
  albumArtist: text('albumArtist'),
  genre: text('genre'),
  composer: text('composer'),
  comment: text('comment'),
  year: tag('year'),
  track: tag('track'),
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

/** Of the film that becomes segments. */
export const LONG_SECONDS = 12;

function seeShelf(seen: number, value: unknown): void {
  if (value === 0) near(seen, 0, 1);
  else expect(seen * Math.sign(Number(value))).toBeGreaterThan(8);
}

/** Decodes a whole result. */
export async function openMedia(path: string, format: string): Promise<unknown> {
  if (declared.format(format)?.write?.bundle) return runProgram('unzip', ['-tq', path]);
  if (format === 'webp') return runProgram('webpmux', ['-info', path]);
  if (declared.format(format)?.category !== 'audio' && declared.format(format)?.category !== 'video')
    return expect(await bytesOf({ path })).toBeGreaterThan(0);
  return makeMedia([...readerOf(format), '-xerror', '-i', path, '-f', 'null', '-']);
}
