import { declared } from '@filemill/formats/testing';
import type { OptionLook, Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { inputArguments } from '../../src/engines/arguments.js';
import { decodedMs } from '../media-files.js';
import { streamProperty } from '../option-looks.js';

/** What the looks of sound, films and tracks share: their samples, and how long a result is. */

/** Of the samples, all with a tone of this frequency. */
export const SECONDS = 2;
export const TONE_HZ = 440;
export const [WIDTH_PX, HEIGHT_PX] = [160, 120];
/** Of the film that becomes segments. */
export const LONG_SECONDS = 12;
export const TOLERANCE_MS = 160;

const SOUNDS = ['wav', 'flac', 'mp3', 'm4a', 'ogg'];
export const FILMS = ['mp4', 'mkv', 'mov'];
export const BOTH = [...SOUNDS, ...FILMS];
type Samples = Pick<OptionLook, 'inputs' | 'outputs'>;
export const TONE: Samples = { inputs: ['tone.wav', 'film.mkv'], outputs: BOTH };
export const NOISE: Samples = { inputs: ['noise.wav', 'noise.mkv'], outputs: BOTH };
/** Nothing is lost by an encoder. */
export const EXACT: Samples = {
  inputs: ['noise.wav'],
  outputs: ['flac', 'wav', 'mkv'],
};
export const film = (sample: string): Samples => ({
  inputs: [sample],
  outputs: FILMS,
});

export const isFilm = ({ to }: Tried): boolean => declared.format(to)?.write?.ffmpeg?.video !== undefined;
export const readerOf = (format: string): readonly string[] => {
  const spec = declared.format(format);
  return spec?.read?.ffmpeg ? inputArguments(spec) : [];
};

export async function expectLength(tried: Tried, wantedMs: number): Promise<void> {
  for (const stream of isFilm(tried) ? (['v:0', 'a:0'] as const) : (['a:0'] as const)) {
    const seenMs = await decodedMs(tried.result.path, stream, readerOf(tried.to));
    expect(Math.abs(seenMs - wantedMs)).toBeLessThan(TOLERANCE_MS);
  }
}

export const codec = (stream: 'a:0' | 'v:0'): OptionLook => ({
  inputs: ['tone.wav', 'film.mkv'],
  see: async ({ value, result }) => {
    const name = value === 'mpeg2' || value === 'mpeg1' ? `${value}video` : `${value}`;
    expect(await streamProperty(result.path, stream, 'codec_name')).toContain(name);
  },
});
