import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inputArguments } from '../src/engines/arguments.js';
import { decodedMs, FORMATS, makeFormat, makeMedia, mediainfo, runProgram, sampleMs } from './media-files.js';

let folder: string;
let converter: Converter;
const samples = new Map<string, string>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  for (const format of FORMATS) samples.set(format, await makeFormat(folder, format));
});
afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true, force: true });
});

/** Unpacks with a program that did not pack. @returns names in order, and their folder */
function unpack(path: string): { names: string[]; at: string } {
  const at = `${path}.d`;
  mkdirSync(at);
  execFileSync('/usr/bin/7z', ['x', '-y', '-bso0', `-o${at}`, path]);
  return { names: readdirSync(at).sort(), at };
}

const convert = async (input: string, from: string, to: string, options = {}) => {
  const { outputs, losses } = await converter.convert({ input, from, to, options });
  return { ...unpack(outputs[0]?.path ?? ''), losses: losses.map(({ code }) => code) };
};

/** Pictures of a film, as ffmpeg counts them when it decodes all. */
async function picturesOf(path: string, reader: readonly string[] = []): Promise<number> {
  const args = [
    '-nostdin',
    '-v',
    'error',
    ...reader,
    '-i',
    path,
    '-map',
    '0:v:0',
    '-fps_mode',
    'passthrough',
  ];
  const text = await runProgram('ffmpeg', [...args, '-f', 'null', '-progress', 'pipe:1', '-']);
  return Number([...text.matchAll(/^frame=(\d+)/gm)].at(-1)?.[1] ?? 0);
}

/** Some decoders show the first picture only when the second comes, and some films say no times. */
const UNEVEN = 2;
/** A waiting picture, and coded sound that fills whole frames. */
const TOLERANCE_MS = 150;

describe('every pair of a film and its pictures, or its segments', () => {
  provePairs(
    ({ output }) => output.write?.bundle !== undefined,
    async ({ input, output: { id: to } }) => {
      const sample = samples.get(input.id) ?? '';
      const reader = inputArguments(input);
      const { names, at } = await convert(sample, input.id, to);
      const wanted = await picturesOf(sample, reader);
      if (to === 'hls') {
        const playlist = join(at, 'playlist.m3u8');
        expect(names.filter((name) => !/^segment-\d{4}\.ts$/.test(name))).toEqual(['playlist.m3u8']);
        expect(Math.abs((await picturesOf(playlist)) - wanted)).toBeLessThanOrEqual(UNEVEN);
        const lengthMs = await decodedMs(playlist, 'v:0');
        expect(Math.abs(lengthMs - sampleMs(input.id))).toBeLessThanOrEqual(TOLERANCE_MS);
        return;
      }
      expect(Math.abs(names.length - wanted)).toBeLessThanOrEqual(UNEVEN);
      expect(names).toEqual(names.map((_, index) => `frame-${`${index + 1}`.padStart(4, '0')}.jpg`));
      const [, picture] = await mediainfo(join(at, names[0] ?? ''));
      const [, film] = (await mediainfo(sample)).filter((track) => track['@type'] !== 'Audio');
      // It takes numbered pictures for a sequence, which is a video.
      expect(picture?.Format).toBe('JPEG');
      if (film?.Height !== undefined) expect(picture?.Height).toBe(film.Height);
    },
  );
});

const card = (seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=size=160x120:rate=25:duration=${seconds}`],
  ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'];
const hashesOf = async (path: string, args: readonly string[] = []): Promise<string[]> =>
  (await runProgram('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v:0', ...args, '-f', 'framemd5', '-']))
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '')
    .map((line) => line.split(',').at(-1)?.trim() ?? '');

describe('pictures of a film', () => {
  it('are those of the film, pixel by pixel, as PNG', async () => {
    const input = join(folder, 'lossless.mp4');
    await makeMedia([...card(1), ...H264, '-c:a', 'aac', input]);
    const { names, at, losses } = await convert(input, 'mp4', 'frames-zip', { picture: 'png' });
    expect(names).toHaveLength(25);
    const exact = 'scale=flags=lanczos+accurate_rnd+full_chroma_int,format=rgb24';
    const seen = await runProgram('ffmpeg', [
      ...['-v', 'error', '-i', join(at, 'frame-%04d.png'), '-f', 'framemd5', '-'],
    ]);
    const wanted = await hashesOf(input, ['-vf', exact]);
    for (const hash of wanted) expect(seen).toContain(hash);
    expect(losses).toEqual(['audio_tracks_dropped']);
  });

  it('are those of a part, at the rate that is wanted', async () => {
    const input = join(folder, 'part.mp4');
    await makeMedia([...card(4), ...H264, '-c:a', 'aac', input]);
    const { names } = await convert(input, 'mp4', 'frames-zip', { start: 1, end: 3, fps: 5 });
    expect(names.length).toBeGreaterThanOrEqual(9);
    expect(names.length).toBeLessThanOrEqual(11);
  });

  it('are refused if there are more than one zip may hold', async () => {
    const input = join(folder, 'many.mp4');
    const many = ['-f', 'lavfi', '-i', 'color=size=32x32:rate=100:duration=101'];
    await makeMedia([...many, ...H264, input]);
    await expect(converter.convert({ input, from: 'mp4', to: 'frames-zip' })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });
});

describe('segments of a film', () => {
  it('begin with a key picture each, and hold the same pictures if the film need not be encoded', async () => {
    const input = join(folder, 'long.mp4');
    await makeMedia([...card(9), ...H264, '-c:a', 'aac', input]);
    const { names, at, losses } = await convert(input, 'mp4', 'hls', { segmentSeconds: 3 });
    const playlist = join(at, 'playlist.m3u8');
    expect(names).toEqual(['playlist.m3u8', ...[0, 1, 2].map((number) => `segment-000${number}.ts`)]);
    expect(await hashesOf(playlist)).toEqual(await hashesOf(input));
    const text = readFileSync(playlist, 'utf8');
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect(text.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
    for (const name of names.slice(1)) {
      const packets = ['-select_streams', 'v:0', '-show_entries', 'packet=flags', '-of', 'csv=p=0'];
      expect(await runProgram('ffprobe', ['-v', 'error', ...packets, join(at, name)])).toMatch(/^K/);
    }
    expect(losses).toEqual([]);
  });

  it('are cut every few seconds also where the film has few key pictures', async () => {
    const input = join(folder, 'one-key.avi');
    await makeMedia([...card(9), '-c:v', 'mpeg4', '-g', '600', '-c:a', 'libmp3lame', input]);
    const { names } = await convert(input, 'avi', 'hls', { segmentSeconds: 2 });
    expect(names.length).toBeGreaterThanOrEqual(5);
  });
});

describe('a damaged film', () => {
  it.each(['frames-zip', 'hls'])('has a clear error, and no zip: %s', async (to) => {
    const bytes = readFileSync(samples.get('mkv') ?? '').subarray(0, 300);
    await expect(converter.convertBytes(bytes, { from: 'mkv', to })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});
