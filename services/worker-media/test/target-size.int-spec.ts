import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineFactory } from '@filemill/worker';
import { type Converted, type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { decodedMs, makeMedia, probe } from './media-files.js';
import { kbpsOf, type Options, refusedField } from './option-looks.js';

const KB = 1_024;
const FILES = 20;
/** The others on other days. */
const FILES_A_DAY = 4;
const LEAST_SHARE = 0.9;
const MAX_PASSES = 6;

/** How often the engine has run. */
let runs = 0;
const countingEngine: EngineFactory = async (context) => {
  const engine = await createEngine(context);
  return {
    ...engine,
    convert: (...step) => {
      runs++;
      return engine.convert(...step);
    },
  };
};

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter([countingEngine]);
});
afterAll(() => converter.close());

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** Tones, chords, noise, a sound that swells, and one between pauses: their bit rates differ by a factor of six. */
const SOUNDS = [
  'sin(2*PI*440*t)*0.3+random(0)*0.02|sin(2*PI*660*t)*0.3',
  '0.2*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*330*t))|0.2*(sin(2*PI*221*t)+sin(2*PI*440*t))',
  '(random(0)-0.5)*0.5|(random(1)-0.5)*0.5',
  '(random(0)-0.5)*0.7*t/8',
  '0.4*sin(2*PI*(200+300*t)*t)*gt(mod(t,2),1)|0.2*(random(0)-0.5)*lt(mod(t,3),2)',
] as const;

/** @returns its name */
async function makeSound(index: number): Promise<string> {
  const name = `${index}.wav`;
  const seconds = 2 + ((index * 7) % 13);
  const rate = pick([44_100, 48_000, 32_000, 22_050], index);
  await makeMedia([
    ...['-f', 'lavfi', '-i', `aevalsrc='${pick(SOUNDS, index)}':s=${rate}:d=${seconds}`, at(name)],
  ]);
  return name;
}

/** From slopes of colours to noise, from still to restless. */
const PICTURES = [
  (size: string, rate: number) => `testsrc2=s=${size}:r=${rate},noise=alls=20:allf=t`,
  (size: string, rate: number) => `testsrc2=s=${size}:r=${rate}`,
  (size: string, rate: number) => `mandelbrot=s=${size}:r=${rate}`,
  (size: string, rate: number) => `life=s=${size}:r=${rate}:mold=10:ratio=0.2:death_color=#C83232`,
  (size: string, rate: number) => `smptehdbars=s=${size}:r=${rate},hue=H=t,noise=alls=6:allf=t`,
];

/** Some have sound. @returns its name */
async function makeFilm(index: number): Promise<string> {
  const name = `${index}.mkv`;
  const seconds = 1 + ((index * 3) % 7) / 2;
  const picture = pick(PICTURES, index)(
    pick(['160x120', '256x144', '192x144'], index),
    pick([25, 30, 15, 24], index),
  );
  const sound = ['-f', 'lavfi', '-i', `aevalsrc='${pick(SOUNDS, index)}':s=48000:d=${seconds}`];
  await makeMedia([
    ...['-f', 'lavfi', '-i', picture, ...(index % 4 === 3 ? [] : sound), '-t', `${seconds}`],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '8',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'flac',
      at(name),
    ],
  ]);
  return name;
}

async function convert(
  name: string,
  to: string,
  options: Options = {},
): Promise<Converted & { bytes: number; path: string }> {
  const result = await converter.convert({ input: at(name), from: name.split('.')[1] ?? '', to, options });
  const [output] = result.outputs;
  return { ...result, bytes: output?.sizeBytes ?? 0, path: output?.path ?? '' };
}

/** Not the same share of the free size for each file, but always one that lower rates reach. */
const targetFor = (freeBytes: number, index: number): number =>
  Math.ceil((freeBytes * (0.5 + (index % 5) / 10)) / KB);

/** How many files of a day, of what, and with which other options. */
const FORMATS: readonly (readonly [string, number, typeof makeFilm, Options])[] = [
  ...['mp3', 'm4a', 'opus'].map((to) => [to, FILES_A_DAY, makeSound, {}] as const),
  ['aac', 1, makeSound, {}],
  // Without a change the films would be copied, and a copy says nothing of what an encoder can do.
  ...['mp4', 'webm'].map((to) => [to, FILES_A_DAY, makeFilm, { fps: 20 }] as const),
  ...['mov', 'mkv'].map((to) => [to, 1, makeFilm, { fps: 20 }] as const),
];

describe('the target size', () => {
  it.each(FORMATS)('is met by %s for each file', async (to, filesADay, make, options) => {
    for (const index of ofToday([...Array(FILES).keys()], filesADay)) {
      const name = await make(index);
      const free = await convert(name, to, options);
      const targetSize = targetFor(free.bytes, index);
      runs = 0;
      const { bytes, path } = await convert(name, to, { ...options, targetSize });
      expect((await stat(path)).size).toBe(bytes);
      expect(bytes).toBeLessThanOrEqual(targetSize * KB);
      expect(bytes).toBeGreaterThanOrEqual(Math.min(free.bytes, targetSize * KB) * LEAST_SHARE);
      expect(runs).toBeLessThanOrEqual(MAX_PASSES);
    }
  });

  it('changes nothing if the result is smaller anyway', async () => {
    for (const [name, to] of [
      [await makeSound(2), 'mp3'],
      [await makeFilm(1), 'mp4'],
    ] as const) {
      const free = await readFile((await convert(name, to)).path);
      runs = 0;
      const { path } = await convert(name, to, { targetSize: Math.ceil(free.length / KB) });
      expect((await readFile(path)).equals(free)).toBe(true);
      expect(runs).toBe(1);
    }
  });

  it.each([
    ['mp3', makeSound],
    ['mp4', makeFilm],
  ] as const)('is refused with the smallest that is possible: %s', async (to, make) => {
    const name = await make(10);
    runs = 0;
    const refusal = await convert(name, to, { targetSize: 1 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'OPTION_INVALID', params: { field: 'targetSize' } });
    expect(runs).toBe(2);
    const { nearest } = (refusal as { params: { nearest: number } }).params;
    expect((await convert(name, to, { targetSize: nearest })).bytes).toBeLessThanOrEqual(nearest * KB);
  });

  it('makes pictures smaller only where too little would be left of each pixel, and tells it', async () => {
    const length = ['-t', '1.5', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    const large = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30', ...length, at('large.mkv')];
    await makeMedia(large);
    const sizeOf = async (options: Options) => {
      const { path, losses } = await convert('large.mkv', 'mp4', options);
      const [picture] = (await probe(path)).streams;
      return [picture?.width, picture?.height, losses.map(({ code }) => code)];
    };
    expect(await sizeOf({ targetSize: 60 })).toEqual([640, 360, []]);
    const [width = 0, height = 0, losses] = await sizeOf({ targetSize: 12 });
    expect(losses).toEqual(['picture_downscaled']);
    expect(Number(width)).toBeLessThan(640);
    expect(Math.abs(Number(width) / Number(height) - 16 / 9)).toBeLessThan(0.02);
    // A size that was asked for stays.
    expect(await sizeOf({ targetSize: 16, width: 600 })).toEqual([600, 338, []]);
  });

  it('leaves a film its sound, or the bit rate that was chosen for it', async () => {
    const name = await makeFilm(2);
    const free = await convert(name, 'mp4', { fps: 20 });
    const targetSize = targetFor(free.bytes, 0);
    for (const more of [{}, { audioBitrate: 96 }]) {
      const { path } = await convert(name, 'mp4', { fps: 20, targetSize, ...more });
      expect(await decodedMs(path, 'a:0')).toBeGreaterThan(3_000);
      const kbps = await kbpsOf(path, 'a:0', 4);
      if ('audioBitrate' in more) expect(Math.abs(kbps - 96)).toBeLessThan(20);
      else expect(kbps).toBeGreaterThan(14);
    }
  });

  it('is told with a progress that never falls', async () => {
    const name = await makeSound(1);
    const free = await convert(name, 'm4a');
    const seen: number[] = [];
    await converter.convert({
      ...{ input: at(name), from: 'wav', to: 'm4a', options: { targetSize: targetFor(free.bytes, 0) } },
      onProgress: (fraction) => seen.push(fraction),
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.some((fraction) => fraction > 0.5)).toBe(true);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['mp3', { bitrate: 128 }, 'bitrate'],
    ['mp4', { videoBitrate: 500 }, 'videoBitrate'],
    ['m4a', { codec: 'alac' }, 'targetSize'],
    ['ogg', {}, 'targetSize'],
    ['mov', { videoCodec: 'prores' }, 'targetSize'],
    ['wav', {}, 'targetSize'],
    ['ac3', {}, 'targetSize'],
    ['wma', {}, 'targetSize'],
  ])('is refused together with what decides the size too: %s, %j', async (to, options, field) => {
    const name = await makeSound(0);
    expect(await refusedField(convert(name, to, { targetSize: 100, ...options }))).toBe(field);
  });
});
