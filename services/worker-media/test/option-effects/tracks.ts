import { TAG_KEYS } from '@filemill/formats';
import { bytesOf, grows, near, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { makeMedia, probe, runProgram } from '../media-files.js';
import { frequencyOf, ofPicture, tagsOf } from '../option-looks.js';
import { BOTH, expectLength, FILMS, SECONDS, TONE, TONE_HZ } from './shared.js';

/** Every character with a meaning in ffmpeg's files of metadata, in a shell and in a filter. */
const HARD = 'A=b;c#d\\e "f" \'g\' $(h) [i]:j, -k %l ü 漢字';

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

/** What each setting of tracks, times and tags does. */
export const TRACK_LOOKS: Readonly<Record<string, OptionLook>> = {
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
  reverse: {
    inputs: ['halves.wav', 'octaves.mkv'],
    outputs: ['flac', 'wav', ...FILMS],
    see: async (tried) => {
      const first = await frequencyOf(tried.result.path, 'atrim=0.2:0.8');
      near(first, tried.value ? 2 * TONE_HZ : TONE_HZ, 10);
      await expectLength(tried, SECONDS * 1_000);
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
  chapters: {
    inputs: ['told.mkv'],
    outputs: ['mp4', 'mov', 'm4a', 'm4b', 'mka'],
    see: async ({ value, result }) => {
      const shown = await runProgram('ffprobe', ['-v', 'error', '-show_chapters', result.path]);
      expect(shown.includes('One')).toBe(value === 'keep');
    },
  },
  cover: dropped('video', 'covered.m4a', ['mp3', 'flac', 'm4b']),
  metadata: {
    inputs: ['told.mp3', 'told.mkv'],
    outputs: ['flac', 'm4a', 'ogg', ...FILMS],
    see: async ({ value, result }) =>
      expect((await tagsOf(result.path)).title).toBe(value === 'keep' ? 'The mill' : undefined),
  },
  targetSize: {
    inputs: ['noise.wav', 'grain.mkv'],
    outputs: ['mp3', 'm4a', ...FILMS],
    values: [1, 20, 2_097_152],
    refuses: (value) => value === 1,
    see: async ({ value, result, with: withOther }) => {
      const limit = Number(value) * 1_024;
      expect(bytesOf(result)).toBeLessThanOrEqual(limit);
      const free = bytesOf(await withOther(undefined));
      expect(bytesOf(result)).toBeGreaterThan(Math.min(limit, free) * 0.8);
    },
  },
  quality: { inputs: ['noise.wav', 'grain.mkv'], see: grows(1, 100) },
  title: text('title'),
  artist: text('artist'),
  album: text('album'),
  albumArtist: text('albumArtist'),
  genre: text('genre'),
  composer: text('composer'),
  comment: text('comment'),
  year: tag('year'),
  track: tag('track'),
};
