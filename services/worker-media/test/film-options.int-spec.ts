import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionsOfRoute, registry } from '@filemill/formats';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeMedia, packetHash, probe, runProgram } from './media-files.js';
import {
  convertNamed,
  decibels,
  frequencyOf,
  holdsBytes,
  kbpsOf,
  type Options,
  ofIdet,
  ofPicture,
  outputsWith,
  packetsOf,
  refusedField,
  streamProperty,
} from './option-looks.js';
import { makeFilm } from './subtitle-tracks.js';

const SECONDS = 2;
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '10'];

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
const sine = (hz: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=${hz}:sample_rate=48000:d=${SECONDS}`,
];

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  const card = ['-f', 'lavfi', '-i', `testsrc2=s=320x240:r=25:d=${SECONDS},noise=alls=20:allf=t`];
  await makeMedia([
    ...[...card, ...sine(440), ...sine(880), '-map', '0', '-map', '1', '-map', '2'],
    ...[...X264, '-c:a', 'aac', at('film.mkv')],
  ]);
  await makeMedia(['-i', at('film.mkv'), '-map', '0', '-c', 'copy', at('film.mp4')]);
  const grey = ['-f', 'lavfi', '-i', `color=0x808080:s=160x120:r=25:d=${SECONDS}`];
  await makeMedia([...grey, ...sine(440), ...X264, '-c:a', 'aac', at('grey.mp4')]);
  const halves = `color=0x404040:s=160x120:r=25:d=${SECONDS},drawbox=x=80:w=80:h=120:color=0xc06060:t=fill`;
  await makeMedia(['-f', 'lavfi', '-i', halves, ...sine(440), ...X264, '-c:a', 'aac', at('halves.mp4')]);
  const turning = [
    ...[
      '-f',
      'lavfi',
      '-i',
      'color=black:s=160x120:r=25:d=1',
      '-f',
      'lavfi',
      '-i',
      'color=white:s=160x120:r=25:d=1',
    ],
    ...['-filter_complex', '[0][1]concat'],
  ];
  await makeMedia([...turning, ...X264, at('turning.mp4')]);
});
afterAll(() => converter.close());

const convert = (name: string, to: string, options: Options) => convertNamed(converter, name, to, options);

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
        expect(Math.abs((await packetsOf(path, 'v:0')).length - SECONDS * 25)).toBeLessThanOrEqual(2);
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
    expect((await packetsOf(path, 'v:0')).length).toBe(SECONDS * 25);
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
        rates.push(await kbpsOf(path, 'v:0', SECONDS));
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
    expect(await kbpsOf(sound.path, 'a:0', SECONDS)).toBeLessThan(50);
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

describe('light and colours', () => {
  const ofGrey = async (options: Options) =>
    ofPicture((await convert('grey.mp4', 'mkv', options)).path, 'YAVG');

  it('become brighter or darker', async () => {
    const plain = await ofPicture(at('grey.mp4'), 'YAVG');
    expect(await ofGrey({ brightness: 30 })).toBeGreaterThan(plain + 40);
    expect(await ofGrey({ brightness: -30 })).toBeLessThan(plain - 40);
    expect(await ofGrey({ gamma: 2 })).toBeGreaterThan(plain + 20);
    expect(await ofGrey({ gamma: 0.5 })).toBeLessThan(plain - 20);
  });

  it('have more or less contrast', async () => {
    const range = async (options: Options) => {
      const { path } = await convert('halves.mp4', 'mkv', options);
      return (await ofPicture(path, 'YHIGH')) - (await ofPicture(path, 'YLOW'));
    };
    const plain = await range({});
    expect(await range({ contrast: 60 })).toBeGreaterThan(plain * 1.3);
    expect(await range({ contrast: -60 })).toBeLessThan(plain * 0.6);
  });

  it('have more colours, fewer, or none', async () => {
    const saturation = async (options: Options) =>
      ofPicture((await convert('halves.mp4', 'mkv', options)).path, 'SATAVG');
    const plain = await saturation({});
    expect(await saturation({ saturation: 80 })).toBeGreaterThan(plain * 1.4);
    expect(await saturation({ saturation: -50 })).toBeLessThan(plain * 0.7);
    expect(await saturation({ saturation: -100 })).toBeLessThan(2);
    expect(await saturation({ grey: true })).toBeLessThan(2);
  });

  it('are sharper, or have less noise', async () => {
    const plain = await convert('film.mkv', 'mp4', { quality: 100 });
    const edges = (path: string) => ofPicture(path, 'YAVG', 'sobel');
    const sharp = await convert('film.mkv', 'mp4', { quality: 100, sharpen: 80 });
    expect(await edges(sharp.path)).toBeGreaterThan((await edges(plain.path)) * 1.1);
    const smooth = await convert('film.mkv', 'mp4', { quality: 100, denoise: 80 });
    expect(await edges(smooth.path)).toBeLessThan((await edges(plain.path)) * 0.9);
  });

  it('have the colours and the mixture of a GIF that were asked for', async () => {
    const coloursOf = async (options: Options) => {
      const { path } = await convert('film.mkv', 'gif', { width: 80, end: 0.4, ...options });
      await makeMedia(['-i', path, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', at('gif.rgb')]);
      const rgb = await readFile(at('gif.rgb'));
      const pixels = Array.from({ length: rgb.length / 3 }, (_, pixel) =>
        rgb.toString('hex', pixel * 3, pixel * 3 + 3),
      );
      return { count: new Set(pixels).size, pixels: pixels.join('') };
    };
    expect((await coloursOf({})).count).toBeGreaterThan(60);
    expect((await coloursOf({ colours: 8 })).count).toBeLessThanOrEqual(8);
    const mixed = [];
    for (const dither of ['ordered', 'diffusion', 'none'])
      mixed.push((await coloursOf({ colours: 8, dither })).pixels);
    expect(new Set(mixed).size).toBe(3);
  });
});

describe('the shape', () => {
  it.each([
    [{ aspect: '1:1' }, 160, 160],
    [{ aspect: '16:9' }, 212, 120],
    [{ aspect: '9:16' }, 160, 284],
    [{ aspect: '1:1', fit: 'cover' }, 120, 120],
    [{ aspect: '16:9', fit: 'cover' }, 160, 90],
    [{ aspect: '1:1', fit: 'stretch' }, 160, 160],
    [{ aspect: '1:1', width: 80 }, 80, 80],
  ])('is what %j asks for', async (options, width, height) => {
    const { path } = await convert('grey.mp4', 'mkv', options);
    const video = (await probe(path)).streams.find(({ codec_type }) => codec_type === 'video');
    expect(Math.abs((video?.width ?? 0) - width)).toBeLessThanOrEqual(2);
    expect(Math.abs((video?.height ?? 0) - height)).toBeLessThanOrEqual(2);
  });

  it.each([
    { aspect: '1:1', background: '#ff0000' },
    { width: 100, height: 100, fit: 'pad', background: '#ff0000' },
  ])('has edges of a colour: %j', async (options) => {
    const { path } = await convert('grey.mp4', 'mkv', options);
    await makeMedia([
      ...[
        '-i',
        path,
        '-vf',
        'crop=iw:4:0:0,scale=1:1',
        '-frames:v',
        '1',
        '-pix_fmt',
        'rgb24',
        '-f',
        'rawvideo',
      ],
      at('edge.rgb'),
    ]);
    const [red = 0, green = 255, blue = 255] = await readFile(at('edge.rgb'));
    expect([red > 220, green < 40, blue < 40]).toEqual([true, true, true]);
  });
});

describe('time', () => {
  it('runs backwards, in pictures and in sound', async () => {
    const { path } = await convert('turning.mp4', 'mkv', { reverse: true });
    expect(await ofPicture(path, 'YAVG', 'select=lt(n\\,5)')).toBeGreaterThan(200);
    expect(await ofPicture(path, 'YAVG', 'select=gt(n\\,45)')).toBeLessThan(40);
    expect((await packetsOf(path, 'v:0')).length).toBe(50);
  });

  it('does not run backwards if the pictures would not fit into memory', async () => {
    const wide = ['-f', 'lavfi', '-i', 'color=blue:s=1920x1080:r=5:d=60', ...X264];
    await makeMedia([...wide, at('wide.mp4')]);
    expect(await refusedField(convert('wide.mp4', 'mkv', { reverse: true }))).toBe('reverse');
    const { path } = await convert('wide.mp4', 'mkv', { reverse: true, end: 1 });
    expect((await packetsOf(path, 'v:0')).length).toBe(5);
  });

  it.each([
    [600, 'atrim=0.05:0.5', 'atrim=0.75:1.9'],
    [-600, 'atrim=1.5:1.95', 'atrim=0.05:1.3'],
  ])('of the sound is %s ms later', async (audioDelay, silent, loud) => {
    const { path } = await convert('grey.mp4', 'mkv', { audioDelay });
    expect(await decibels(path, silent)).toBeLessThan(-60);
    expect(await decibels(path, loud)).toBeGreaterThan(-30);
    expect(await packetHash(path, 'v:0')).toBe(await packetHash(at('grey.mp4'), 'v:0'));
  });

  it.each([
    [1, 1],
    [3, 3],
    [0, 0],
  ])('of an animation ends after %s times', async (loop) => {
    const gif = await convert('grey.mp4', 'gif', { loop });
    const bytes = await readFile(gif.path);
    const mark = bytes.indexOf('NETSCAPE2.0');
    // The number of repetitions, without the first time.
    if (loop === 1) expect(mark).toBe(-1);
    else expect(bytes.readUInt16LE(mark + 13)).toBe(loop === 0 ? 0 : loop - 1);
    const apng = await readFile((await convert('grey.mp4', 'apng', { loop })).path);
    expect(apng.readUInt32BE(apng.indexOf('acTL') + 8)).toBe(loop);
    const webp = await convert('turning.mp4', 'webp', { loop });
    expect(await runProgram('webpmux', ['-info', webp.path])).toContain(`Loop Count : ${loop}`);
  });
});

describe('tracks', () => {
  it.each([
    [1, 440],
    [2, 880],
  ])('of sound: number %s alone is kept', async (audioTrack, hz) => {
    const { path, losses } = await convert('film.mkv', 'mp4', { audioTrack });
    const { streams } = await probe(path);
    expect(streams.filter(({ codec_type }) => codec_type === 'audio')).toHaveLength(1);
    expect(Math.abs((await frequencyOf(path, 'atrim=0.5:1.5')) - hz)).toBeLessThan(10);
    expect(losses).toEqual([]);
  });

  const cue = (text: string): string => `1\n00:00:00,300 --> 00:00:00,700\n${text}\n`;

  it('of subtitles: the chosen one alone is kept, or taken out', async () => {
    await makeFilm(converter.folder, 'mkv', { tracks: [cue('First'), cue('Second')], name: 'told' });
    const { path, losses } = await convert('told.mkv', 'mp4', { subtitleTrack: 2 });
    const { streams } = await probe(path);
    expect(streams.filter(({ codec_type }) => codec_type === 'subtitle')).toHaveLength(1);
    expect(losses).toEqual([]);
    const text = await convert('told.mkv', 'srt', { subtitleTrack: 2 });
    expect(await readFile(text.path, 'utf8')).toContain('Second');
    expect(text.losses).toEqual([]);
    expect(await refusedField(convert('told.mkv', 'srt', { subtitleTrack: 3 }))).toBe('subtitleTrack');
  });

  it.each([
    [{}, 12],
    [{ start: 0.2 }, 7],
  ])('of subtitles: one is drawn into the pictures while it is to be read, %j', async (options, shownAt) => {
    const black = ['-f', 'lavfi', '-i', 'color=black:s=320x240:r=25:d=1.2'];
    await makeFilm(converter.folder, 'mkv', { tracks: [cue('First'), cue('A SECOND LINE')], name: 'drawn' });
    const texts = ['-i', at('drawn.mkv'), '-map', '0:v', '-map', '1:s', '-c:s', 'copy'];
    await makeMedia([...black, ...texts, ...X264, at('black.mkv')]);
    const { path, losses } = await convert('black.mkv', 'mp4', { burnSubtitles: 2, ...options });
    const brightness = (frame: number) =>
      ofPicture(path, 'YMAX', `select=eq(n\\,${frame}),crop=iw:ih/3:0:ih*2/3`);
    expect(await brightness(shownAt)).toBeGreaterThan(180);
    expect(await brightness(1)).toBeLessThan(40);
    expect(await brightness(20)).toBeLessThan(40);
    const { streams } = await probe(path);
    expect(streams.filter(({ codec_type }) => codec_type === 'subtitle')).toHaveLength(1);
    expect(losses).toEqual([]);
  });

  it('of subtitles that are missing cannot be drawn', async () => {
    expect(await refusedField(convert('grey.mp4', 'mkv', { burnSubtitles: 1 }))).toBe('burnSubtitles');
  });

  it('of chapters are dropped on request', async () => {
    const marks = at('marks.txt');
    await makeFilm(converter.folder, 'mkv', { name: 'plain' });
    await writeFile(marks, ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=600\ntitle=One\n');
    await makeMedia([
      '-i',
      at('plain.mkv'),
      '-i',
      marks,
      '-map_chapters',
      '1',
      '-c',
      'copy',
      at('marked.mkv'),
    ]);
    const chapters = async (path: string) => runProgram('ffprobe', ['-v', 'error', '-show_chapters', path]);
    expect(await chapters((await convert('marked.mkv', 'mp4', {})).path)).toContain('One');
    expect(await chapters((await convert('marked.mkv', 'mp4', { chapters: 'drop' })).path)).toBe('');
  });
});

it('halves of television pictures become one on request, and stay on request', async () => {
  const combed = 'testsrc2=s=320x240:r=50:d=1,tinterlace=interleave_top';
  await makeMedia(['-f', 'lavfi', '-i', combed, ...X264, at('combed.mp4')]);
  const isWhole = async (options: Options) => {
    const { path } = await convert('combed.mp4', 'mkv', { quality: 100, ...options });
    return (await ofIdet(path, 'progressive')) > (await ofIdet(path, 'tff'));
  };
  expect(await isWhole({})).toBe(false);
  expect(await isWhole({ deinterlace: 'always' })).toBe(true);
  expect(await isWhole({ deinterlace: 'never' })).toBe(false);
});

/** A value of each setting that has an effect. */
const SOME: Options = {
  ...{ start: 0.1, end: 1.5, volume: 2, fadeIn: 0.1, fadeOut: 0.1, speed: 1.2, channels: 'mono', pitch: 2 },
  ...{
    bass: 3,
    treble: -3,
    highpass: 60,
    lowpass: 3_000,
    audioDelay: 50,
    audioTrack: 1,
    width: 160,
    fit: 'pad',
  },
  ...{
    fps: 24,
    rotate: 180,
    mirror: 'vertical',
    cropLeft: 8,
    cropWidth: 200,
    cropHeight: 100,
    aspect: '1:1',
  },
  ...{
    background: '#336699',
    brightness: 5,
    contrast: 5,
    saturation: 5,
    gamma: 1.1,
    sharpen: 10,
    denoise: 10,
  },
  ...{ deinterlace: 'always', keyframes: 1, reverse: true, silence: 'trim', chapters: 'drop', loop: 2 },
  ...{ colours: 32, dither: 'none', title: 'T', artist: 'A', year: 2_000, comment: 'C', videoBitrate: 600 },
};

/** Of a long list. */
const FORMATS_A_DAY = 4;

it.each(
  ofToday(
    registry
      .targets('mkv')
      .filter(({ steps }) => steps.length === 1 && steps[0]?.engine === 'ffmpeg')
      .map(({ output }) => output.id),
    FORMATS_A_DAY,
  ),
)('all settings at once work in %s', async (to) => {
  const route = registry.route('mkv', to);
  const shape = route ? optionsOfRoute(route).shape : {};
  const options = Object.fromEntries(Object.entries(SOME).filter(([name]) => Object.hasOwn(shape, name)));
  if (Object.keys(options).length === 0) return;
  const { path } = await convert('film.mkv', to, options);
  expect((await readFile(path)).length).toBeGreaterThan(100);
});
