import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DURATION_MS,
  decodedMs,
  makeFormat,
  makeMedia,
  packetHash,
  probe,
  runProgram,
} from './media-files.js';
import { quartersOf } from './option-looks.js';

/** Priming, padding and the last packet of a coded sound. */
const TOLERANCE_MS = 60;
/** ffmpeg does not count how long the last picture is shown; two pictures of the slowest. */
const PICTURE_MS = 80;
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${DURATION_MS / 1_000}`];
/** One colour in each quarter, 160 × 120. */
const QUARTERS = [
  `color=red:s=160x120:r=25:d=${DURATION_MS / 1_000}`,
  'drawbox=x=80:y=0:w=80:h=60:color=lime:t=fill',
  'drawbox=x=0:y=60:w=80:h=60:color=blue:t=fill',
  'drawbox=x=80:y=60:w=80:h=60:color=white:t=fill',
].join(',');
let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  const { folder } = converter;
  for (const format of ['mp3', 'wav', 'flac', 'ogg', 'mkv']) await makeFormat(folder, format);
  const video = [
    '-f',
    'lavfi',
    '-i',
    QUARTERS,
    ...SOUND,
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-crf',
    '10',
  ];
  await makeMedia([...video, '-ac', '2', '-metadata', 'title=The mill', at('sample.mp4')]);
  await makeMedia(['-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', at('cover.png')]);
  const covered = [
    '-i',
    at('cover.png'),
    '-map',
    '0',
    '-map',
    '1',
    '-disposition:v:0',
    'attached_pic',
    '-c:v',
    'png',
  ];
  await makeMedia([...SOUND, ...covered, '-metadata', 'title=The mill', at('sample.m4a')]);
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(from: string, to: string, options: Options): Promise<Converted & { path: string }> {
  const result = await converter.convert({ input: at(`sample.${from}`), from, to, options });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}

/** Mean loudness of a part of the sound, in decibels of full scale. */
async function meanDb(path: string, part = 'anull'): Promise<number> {
  const graph = `${part},astats=metadata=1:measure_perchannel=none:measure_overall=RMS_level:reset=0,ametadata=print:file=-`;
  const text = await makeMedia(['-i', path, '-af', graph, '-f', 'null', '-']);
  return Number([...text.matchAll(/RMS_level=(-?[\d.]+|-inf)/g)].at(-1)?.[1]?.replace('-inf', '-120'));
}

describe('the length', () => {
  it.each([
    ['wav', 'mp3', { start: 0.3, end: 0.9 }, 600],
    ['mp3', 'wav', { start: 0.3 }, 900],
    ['flac', 'wav', { end: 0.5 }, 500],
    ['ogg', 'flac', { start: 0.25, end: 1 }, 750],
    ['mp4', 'mp3', { start: 0.3, end: 0.9 }, 600],
    ['wav', 'flac', { speed: 2 }, 600],
    ['wav', 'm4a', { speed: 0.5 }, 2_400],
    ['mp3', 'wav', { start: 0.2, end: 1, speed: 4 }, 200],
  ])('of sound from %s to %s is what %j asks for', async (from, to, options, wantedMs) => {
    const { path, losses } = await convert(from, to, options);
    expect(Math.abs((await decodedMs(path, 'a:0')) - wantedMs)).toBeLessThan(TOLERANCE_MS);
    expect(losses).toEqual([]);
  });

  it.each([
    ['mp4', 'mkv', { start: 0.3, end: 0.9 }, 600],
    ['mp4', 'webm', { start: 0.4 }, 800],
    ['mkv', 'mov', { end: 0.6, speed: 2 }, 300],
    ['mp4', 'gif', { start: 0.2, end: 0.8 }, 600],
    ['mp3', 'mp4', { start: 0.4, end: 1 }, 600],
  ])('of video from %s to %s is what %j asks for', async (from, to, options, wantedMs) => {
    const { path } = await convert(from, to, options);
    for (const stream of to === 'gif' ? (['v:0'] as const) : (['v:0', 'a:0'] as const))
      expect(Math.abs((await decodedMs(path, stream)) - wantedMs)).toBeLessThan(TOLERANCE_MS + PICTURE_MS);
  });

  it.each([
    [{ start: 5 }, 'start'],
    [{ start: 0.5, end: 0.5 }, 'end'],
    [{ start: 1, end: 0.3 }, 'end'],
  ])('is refused if nothing would be left: %j', async (options, field) => {
    await expect(convert('mp4', 'mkv', options)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { field },
    });
  });
});

describe('sound', () => {
  it('is louder or quieter by so many decibels', async () => {
    const { path: plain } = await convert('wav', 'flac', {});
    for (const volume of [-20, -6, 6]) {
      const { path } = await convert('wav', 'flac', { volume });
      expect((await meanDb(path)) - (await meanDb(plain))).toBeCloseTo(volume, 0);
    }
  });

  it('begins and ends slowly', async () => {
    const { path } = await convert('wav', 'flac', { fadeIn: 0.5, fadeOut: 0.5 });
    const [begin = 0, middle = 0, end = 0] = await Promise.all(
      ['atrim=0:0.05', 'atrim=0.55:0.65', 'atrim=1.15:1.2'].map((part) => meanDb(path, part)),
    );
    expect(middle - begin).toBeGreaterThan(15);
    expect(middle - end).toBeGreaterThan(15);
  });

  it.each([
    ['mono', 1],
    ['stereo', 2],
  ])('has the channels that were asked for: %s', async (channels, count) => {
    for (const to of ['mp3', 'flac', 'opus', 'm4a']) {
      const { path, losses } = await convert('wav', to, { channels });
      expect((await probe(path)).streams[0]?.channels).toBe(count);
      expect(losses).toEqual([]);
    }
  });

  it('loses its cover and its texts on request, and that is no loss', async () => {
    const { path, losses } = await convert('m4a', 'mp3', { metadata: 'strip', cover: 'drop' });
    const { streams, tags } = await probe(path);
    expect(streams.map(({ codec_type }) => codec_type)).toEqual(['audio']);
    expect(tags.title).toBeUndefined();
    expect((await readFile(path)).includes('The mill')).toBe(false);
    expect(losses).toEqual([]);
    expect((await probe((await convert('m4a', 'mp3', {})).path)).tags.title).toBe('The mill');
  });
});

describe('video', () => {
  it.each([
    [{ width: 80 }, 80, 60],
    [{ height: 240 }, 320, 240],
    [{ width: 100, height: 100 }, 100, 74],
    [{ width: 100, height: 100, fit: 'cover' }, 100, 100],
    [{ width: 100, height: 100, fit: 'pad' }, 100, 100],
    [{ width: 100, height: 60, fit: 'stretch' }, 100, 60],
    [{ rotate: 90 }, 120, 160],
    [{ cropLeft: 80, cropWidth: 40, cropHeight: 50 }, 40, 50],
    [{ cropWidth: 500 }, 160, 120],
  ])('has the size that %j asks for', async (options, width, height) => {
    const { path, losses } = await convert('mp4', 'mkv', options);
    const { streams } = await probe(path);
    expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({ width, height });
    expect(losses).toEqual([]);
  });

  it.each(['webm', 'avi', 'mov', 'wmv', 'mpg', 'gif', 'apng', 'webp', 'ogv'])(
    'has a size in %s too',
    async (to) => {
      const { path } = await convert('mp4', to, { width: 80 });
      if (to === 'webp') {
        // ffmpeg does not read animated WebP.
        expect(await runProgram('webpmux', ['-info', path])).toContain('Canvas size: 80 x 60');
        return;
      }
      expect((await probe(path)).streams[0]).toMatchObject({ width: 80, height: 60 });
    },
  );

  it.each([
    [{ rotate: 90 }, ['blue', 'red', 'white', 'lime']],
    [{ rotate: 180 }, ['white', 'blue', 'lime', 'red']],
    [{ rotate: 270 }, ['lime', 'white', 'red', 'blue']],
    [{ mirror: 'horizontal' }, ['lime', 'red', 'white', 'blue']],
    [{ mirror: 'vertical' }, ['blue', 'white', 'red', 'lime']],
    [{ cropLeft: 80, cropTop: 60 }, ['white', 'white', 'white', 'white']],
    [{ rotate: 90, cropLeft: 60 }, ['red', 'red', 'lime', 'lime']],
    [{ width: 60, height: 120, fit: 'cover' }, ['red', 'lime', 'blue', 'white']],
  ])('is turned, mirrored and cropped: %j', async (options, wanted) => {
    expect(await quartersOf((await convert('mp4', 'mkv', options)).path)).toEqual(wanted);
  });

  it('has so many pictures a second', async () => {
    for (const [to, fps] of [
      ['mkv', 10],
      ['gif', 5],
      ['mov', 50],
    ] as const) {
      const { path } = await convert('mp4', to, { fps });
      const text = await runProgram('ffprobe', [
        ...['-v', 'error', '-count_frames', '-select_streams', 'v:0'],
        ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', path],
      ]);
      expect(Math.abs(Number(text.trim()) - (fps * DURATION_MS) / 1_000)).toBeLessThanOrEqual(1);
    }
  });

  it('begins and ends in the dark', async () => {
    const { path } = await convert('mp4', 'mkv', { fadeIn: 0.4 });
    const still = at('first.rgb');
    await makeMedia([
      '-i',
      path,
      '-vf',
      'scale=1:1',
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      still,
    ]);
    expect((await readFile(still))[0]).toBeLessThan(30);
  });

  it('loses its sound on request, and keeps its pictures as they are', async () => {
    const { path, losses } = await convert('mp4', 'mkv', { sound: 'drop' });
    expect((await probe(path)).streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
    expect(await packetHash(path, 'v:0')).toBe(await packetHash(at('sample.mp4'), 'v:0'));
    expect(losses).toEqual([]);
  });

  it('keeps its pictures as they are if only its sound changes, and its sound if only the pictures do', async () => {
    const louder = await convert('mp4', 'mkv', { volume: 6 });
    expect(await packetHash(louder.path, 'v:0')).toBe(await packetHash(at('sample.mp4'), 'v:0'));
    const smaller = await convert('mp4', 'mkv', { width: 80 });
    expect(await packetHash(smaller.path, 'a:0')).toBe(await packetHash(at('sample.mp4'), 'a:0'));
  });

  it('drawn from sound has a size too', async () => {
    const { path } = await convert('mp3', 'mp4', { width: 320, speed: 2 });
    expect((await probe(path)).streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({
      width: 320,
      height: 180,
    });
    expect(Math.abs((await decodedMs(path, 'v:0')) - DURATION_MS / 2)).toBeLessThan(
      TOLERANCE_MS + PICTURE_MS,
    );
  });
});

it.each([
  { width: 15 },
  { width: 61 },
  { height: 5_000 },
  { fps: 0.5 },
  { fps: 121 },
  { speed: 0.4 },
  { volume: 31 },
  { start: -1 },
  { end: 14_401 },
  { fadeIn: 61 },
  { rotate: 45 },
  { sound: 'none' },
])('an option outside its bounds is refused: %j', async (options) => {
  await expect(convert('mp4', 'mkv', options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

it.each([
  ['mp3', 'flac', { width: 80 }],
  ['wav', 'amr', { channels: 'stereo' }],
  ['mp4', 'gif', { volume: 3 }],
  ['mp3', 'wav', { audioTrack: 1 }],
  ['mp3', 'wav', { cover: 'drop' }],
  ['mp3', 'mp4', { burnSubtitles: 1 }],
  ['mp3', 'mp4', { deinterlace: 'always' }],
])('an option that would have no effect is refused: %s to %s, %j', async (from, to, options) => {
  await expect(convert(from, to, options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});
