import { grows, near, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { decodedMs, mediainfo } from '../media-files.js';
import { decibels, frequencyOf, kbpsOf, lufsOf, packetsOf, streamProperty } from '../option-looks.js';
import { codec, EXACT, expectLength, FILMS, NOISE, SECONDS, TOLERANCE_MS, TONE, TONE_HZ } from './shared.js';

/** What each setting of sound does. */

/** Decibels of a part of the sound, compared with the sample's. */
const change = async ({ result, input }: Tried, part: string): Promise<number> =>
  (await decibels(result.path, part)) - (await decibels(input, part));

/** Of ADTS, with the least that an encoder can do. */
const HEADERS_KBPS = 9;

/** The bit rate of the sound. */
async function seeRate({ value, result }: Tried): Promise<void> {
  const kbps = await kbpsOf(result.path, 'a:0', SECONDS);
  const wanted = Number(value);
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

function seeShelf(seen: number, value: unknown): void {
  if (value === 0) near(seen, 0, 1);
  else expect(seen * Math.sign(Number(value))).toBeGreaterThan(8);
}

/** By the name of the setting. */
export const SOUND_LOOKS: Readonly<Record<string, OptionLook>> = {
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
  // The highest level makes about the smallest file, also of FLAC itself.
  compressionLevel: { inputs: ['noise.wav', 'noise.flac'], see: grows(12, 0, 1.01) },
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
};
