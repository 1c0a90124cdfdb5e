import { optionsOfRoute, registry } from '@filemill/formats';
import { ofToday } from '@filemill/worker/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeMedia, packetHash } from './media-files.js';
import {
  decibels,
  holdsBytes,
  kbpsOf,
  type Options,
  outputsWith,
  packetsOf,
  refusedField,
  streamProperty,
} from './option-looks.js';
import { FILM_SECONDS, OptionFiles } from './support/option-files.js';

const files = OptionFiles.forAllTests(['film.mkv', 'film.mp4', 'grey.mp4']);
const at = (name: string): string => files().at(name);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

/** Outputs that offer a setting, Matroska among them. */
const withItself = (option: string): string[] => [...outputsWith('mkv', option).map(({ id }) => id), 'mkv'];

/** Values of a choice that a format offers. */
function choices(to: string, option: string): readonly string[] {
  const route = registry.route(to === 'mkv' ? 'mp4' : 'mkv', to);
  const schema = route && optionsOfRoute(route).shape[option];
  return schema ? ((z.toJSONSchema(schema, { io: 'input' }).enum ?? []) as string[]) : [];
}

/** Formats of a run, of those with several codecs; others on other days. */
const CODECS_A_DAY = 4;

describe('the codec', () => {
  it('of pictures is the one that was asked for, in every format that offers several', async () => {
    for (const id of ofToday(withItself('videoCodec'), CODECS_A_DAY))
      for (const videoCodec of choices(id, 'videoCodec')) {
        const { path } = await convert(id === 'mkv' ? 'film.mp4' : 'film.mkv', id, {
          videoCodec,
          width: 160,
        });
        const seen = await streamProperty(path, 'v:0', 'codec_name');
        expect(`${id}: ${seen}`).toContain(`${id}: ${videoCodec}`);
        expect(Math.abs((await packetsOf(path, 'v:0')).length - FILM_SECONDS * 25)).toBeLessThanOrEqual(2);
      }
  });

  it('of sound is the one that was asked for, in every format that offers several', async () => {
    for (const id of ofToday(withItself('audioCodec'), CODECS_A_DAY))
      for (const audioCodec of choices(id, 'audioCodec')) {
        const { path } = await convert(id === 'mkv' ? 'film.mp4' : 'film.mkv', id, { audioCodec });
        expect(`${id}: ${await streamProperty(path, 'a:0', 'codec_name')}`).toContain(`${id}: ${audioCodec}`);
        expect(await decibels(path, 'atrim=0.5:1.5')).toBeGreaterThan(-40);
      }
  });

  it('is copied if the source has it already', async () => {
    const { path, losses } = await convert('film.mkv', 'mp4', { videoCodec: 'h264', audioCodec: 'aac' });
    expect(await packetHash(path, 'a:0')).toBe(await packetHash(at('film.mkv'), 'a:0'));
    expect((await packetsOf(path, 'v:0')).length).toBe(FILM_SECONDS * 25);
    expect(losses).toEqual([]);
  });

  it('of H.265 has the tag of Apple’s players', async () => {
    const { path } = await convert('grey.mp4', 'mov', { videoCodec: 'hevc' });
    expect(await streamProperty(path, 'v:0', 'codec_tag_string')).toBe('hvc1');
  });

  it('is refused where the format does not hold it', async () => {
    expect(await refusedField(convert('film.mkv', 'webm', { videoCodec: 'h264' }))).toBe('videoCodec');
    await expect(convert('film.mkv', 'flv', { videoCodec: 'h264' })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });
});

describe('the encoder', () => {
  it.each(['mp4', 'webm', 'avi', 'wmv', 'mpg', 'ogv', 'ts'])(
    'has the bit rate that was asked for: %s',
    async (to) => {
      const rates = [];
      for (const videoBitrate of [300, 1_500]) {
        const { path } = await convert('film.mkv', to, { videoBitrate });
        rates.push(await kbpsOf(path, 'v:0', FILM_SECONDS));
      }
      const [low = 0, high = 0] = rates;
      // Old encoders cannot make noise as small as that, and two seconds are too short for them to settle.
      expect(high / low).toBeGreaterThan(1.5);
      expect(high).toBeGreaterThan(900);
      expect(high).toBeLessThan(2_700);
    },
  );

  it('leaves the sound untouched if only the pictures get a bit rate, and the other way round', async () => {
    const pictures = await convert('film.mkv', 'mp4', { videoBitrate: 300 });
    expect(await packetHash(pictures.path, 'a:0')).toBe(await packetHash(at('film.mkv'), 'a:0'));
    const sound = await convert('grey.mp4', 'mov', { audioBitrate: 32 });
    expect(await packetHash(sound.path, 'v:0')).toBe(await packetHash(at('grey.mp4'), 'v:0'));
    expect(await kbpsOf(sound.path, 'a:0', FILM_SECONDS)).toBeLessThan(50);
  });

  it('of H.264 works as slowly as it was told', async () => {
    for (const [preset, mark] of [
      ['fast', 'subme=2'],
      ['medium', 'subme=7'],
      ['slow', 'subme=8'],
    ] as const) {
      const { path } = await convert('film.mkv', 'mp4', { preset, quality: 50 });
      expect(await holdsBytes(path, mark)).toBe(true);
    }
  });

  it.each(['hevc', 'vp9', 'av1'])('of %s makes another file when it is slower', async (videoCodec) => {
    const hashes = new Set<string>();
    for (const preset of ['fast', 'medium', 'slow']) {
      const { path } = await convert('film.mkv', 'mp4', { videoCodec, preset, end: 0.5 });
      hashes.add(await packetHash(path, 'v:0'));
    }
    expect(hashes.size).toBe(3);
  });

  it.each([
    ['baseline', 'Constrained Baseline'],
    ['main', 'Main'],
    ['high', 'High'],
  ])('writes the profile %s', async (profile, seen) => {
    const { path } = await convert('film.mkv', 'mp4', { profile });
    expect(await streamProperty(path, 'v:0', 'profile')).toBe(seen);
  });

  it.each(['h264', 'hevc', 'vp9', 'av1'])('of %s has ten bits a colour on request', async (videoCodec) => {
    for (const [colourDepth, format] of [
      [10, 'yuv420p10le'],
      [8, 'yuv420p'],
    ] as const) {
      const { path } = await convert('film.mkv', 'mp4', { videoCodec, colourDepth, end: 0.4 });
      expect(await streamProperty(path, 'v:0', 'pix_fmt')).toBe(format);
    }
  });

  it('loses no depth that it was asked to keep', async () => {
    const deep = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x120:d=0.4',
      '-pix_fmt',
      'yuv420p10le',
      '-c:v',
      'libx265',
    ];
    await makeMedia([...deep, '-x265-params', 'log-level=error', at('deep.mkv')]);
    const codes = async (options: Options) =>
      (await convert('deep.mkv', 'mp4', options)).losses.map(({ code }) => code);
    expect(await codes({ videoCodec: 'h264' })).toEqual(['colour_depth_reduced']);
    expect(await codes({ videoCodec: 'h264', colourDepth: 10 })).toEqual([]);
    expect(await codes({ videoCodec: 'h264', colourDepth: 8 })).toEqual([]);
  });

  it.each(['mp4', 'webm', 'avi', 'mpg', 'wmv'])(
    'writes whole pictures as often as was asked: %s',
    async (to) => {
      const { path } = await convert('film.mkv', to, { keyframes: 0.5 });
      const keys = (await packetsOf(path, 'v:0')).filter(({ isKey }) => isKey);
      expect(keys.length).toBeGreaterThanOrEqual(4);
      const [first] = keys;
      for (const second of [0.5, 1, 1.5])
        expect(keys.some(({ at: time }) => Math.abs(time - (first?.at ?? 0) - second) < 0.1)).toBe(true);
    },
  );

  it.each([
    ['mp4', { videoBitrate: 500, quality: 50 }, 'videoBitrate'],
    ['mp4', { profile: 'main', videoCodec: 'hevc' }, 'profile'],
    ['mp4', { profile: 'main', colourDepth: 10 }, 'colourDepth'],
    ['mp4', { videoCodec: 'mpeg4', preset: 'slow' }, 'preset'],
    ['mp4', { videoCodec: 'av1', keyframes: 1 }, 'keyframes'],
    ['mov', { videoCodec: 'prores', videoBitrate: 500 }, 'videoBitrate'],
    ['mp4', { audioCodec: 'opus', sampleRate: 44_100 }, 'sampleRate'],
    ['mp4', { audioBitrate: 128, audioCodec: 'alac' }, 'audioBitrate'],
    ['mp4', { sound: 'drop', audioTrack: 1 }, 'audioTrack'],
    ['mp4', { subtitles: 'drop', subtitleTrack: 1 }, 'subtitleTrack'],
    ['mp4', { aspect: '1:1', width: 100, height: 100 }, 'aspect'],
    ['mp4', { background: '#ff0000' }, 'background'],
    ['mp4', { grey: true, saturation: 20 }, 'saturation'],
    ['mp4', { preset: 'placebo' }, 'preset'],
    ['mp4', { colourDepth: 12 }, 'colourDepth'],
    ['mp4', { background: 'red' }, 'background'],
    ['mp4', { videoCodec: 'av1', width: 60 }, 'videoCodec'],
    ['m1v', { fps: 12 }, 'fps'],
    ['mpg', { videoCodec: 'mpeg1', fps: 12 }, 'fps'],
  ])('refuses what cannot be: %s, %j', async (to, options, field) => {
    expect(await refusedField(convert('film.mkv', to, options))).toBe(field);
  });
});
