import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Converter,
  createConverter,
  type OptionValue,
  optionsWithoutEffect,
} from '@filemill/worker/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeMedia } from './media-files.js';

const SECONDS = 1.2;
const SUBRIP = '1\n00:00:00,100 --> 00:00:01,000\nHello\n';
const CHAPTERS =
  ';FFMETADATA1\ntitle=Old\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=600\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=600\nEND=1200\ntitle=Two\n';

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  await writeFile(at('text.srt'), SUBRIP);
  await writeFile(at('other.srt'), SUBRIP.replace('Hello', 'Other'));
  await writeFile(at('marks.txt'), CHAPTERS);
  const source = (graph: string) => ['-f', 'lavfi', '-i', graph];
  await makeMedia([
    ...source(`testsrc2=s=160x120:r=25:d=${SECONDS},noise=alls=20:allf=t`),
    ...source(`aevalsrc='0.3*sin(2*PI*440*t)|0.2*random(0)':s=48000:d=${SECONDS}`),
    ...source(`sine=frequency=880:sample_rate=48000:d=${SECONDS}`),
    ...['-i', at('text.srt'), '-i', at('other.srt'), '-i', at('marks.txt'), '-map_metadata', '5'],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-map', '4', '-c:s', 'mov_text'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    at('film.mp4'),
  ]);
  // Silent at both ends.
  await makeMedia([
    ...source(`aevalsrc='between(t,0.5,1.5)*(0.3*sin(2*PI*440*t)+0.1*random(0))|0':s=44100:d=2`),
    ...['-metadata', 'title=Old', '-c:a', 'libmp3lame', '-b:a', '128k', at('sound.mp3')],
  ]);
});
afterAll(() => converter.close());

const valuesOf = (values: Readonly<Record<string, unknown>>): Record<string, OptionValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const TAGS = valuesOf({
  ...{ title: 'New', artist: 'A', album: 'B', albumArtist: 'C', year: 2_024, genre: 'D', track: 3 },
  ...{ composer: 'E', comment: 'F', metadata: 'strip' },
});
const TIMES = valuesOf({ start: 0.6, end: 0.9, speed: 2, reverse: true });
const SOUND = valuesOf({
  ...{ volume: 3, fadeIn: 0.6, fadeOut: 0.6, channels: 'mono', loudness: -23, pitch: 3, bass: 6, treble: 6 },
  ...{ highpass: 300, lowpass: 2_000, sampleRate: 22_050, bitDepth: 24 },
});
const PICTURES: Readonly<Record<string, OptionValue>> = {
  ...valuesOf({
    ...{ width: 80, height: 60, fps: 10, rotate: 90, mirror: 'vertical', cropLeft: 40, cropTop: 40 },
    ...{
      cropWidth: 80,
      cropHeight: 60,
      aspect: '1:1',
      brightness: 20,
      contrast: 20,
      saturation: 50,
      gamma: 2,
    },
    ...{ grey: true, sharpen: 50, denoise: 50, deinterlace: 'always', burnSubtitles: 1 },
  }),
  fit: { value: 'stretch', besides: { width: 100, height: 100 } },
  background: { value: '#ff0000', besides: { aspect: '1:1' } },
};

const CASES: readonly (readonly [string, string, Readonly<Record<string, OptionValue>>])[] = [
  [
    'film.mp4',
    'mp4',
    {
      ...{ ...TAGS, ...TIMES, ...SOUND, ...PICTURES },
      ...valuesOf({
        ...{ quality: 40, targetSize: 50, audioTrack: 2, audioDelay: 200, chapters: 'drop', sound: 'drop' },
        ...{ subtitles: 'drop', subtitleTrack: 2, videoCodec: 'mpeg4', preset: 'slow', videoBitrate: 100 },
        ...{ profile: 'main', colourDepth: 10, keyframes: 0.5, audioCodec: 'mp3', audioBitrate: 32 },
      }),
      bitrateMode: { value: 'average', besides: { audioCodec: 'opus', audioBitrate: 64 } },
      bitDepth: { value: 24, besides: { audioCodec: 'alac' } },
    },
  ],
  ['film.mp4', 'gif', { ...TIMES, ...PICTURES, ...valuesOf({ loop: 3, colours: 8, dither: 'none' }) }],
  [
    'sound.mp3',
    'wav',
    {
      ...{ ...TAGS, ...TIMES, ...SOUND, ...valuesOf({ silence: 'trim' }) },
      silenceThreshold: { value: -80, besides: { silence: 'trim' } },
    },
  ],
];

it.each(CASES)('every option from %s to %s has an effect', async (name, to, values) => {
  const from = name.slice(name.indexOf('.') + 1);
  expect(await optionsWithoutEffect(converter, { input: at(name), from, to }, values)).toEqual([]);
});

it.each([
  ['sound.mp3', 'wav', { audioTrack: 1 }],
  ['sound.mp3', 'wav', { cover: 'drop' }],
  ['sound.mp3', 'mp4', { burnSubtitles: 1 }],
  ['sound.mp3', 'mp4', { deinterlace: 'always' }],
])('an option without effect is not offered: %s to %s, %j', async (name, to, options) => {
  await expect(converter.convert({ input: at(name), from: 'mp3', to, options })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
  });
});
