import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsOnlyText, type Route } from '@filemill/formats';
import { provePairs, runsOn } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { inputArguments } from '../src/engines/arguments.js';
import { decodedMs, FORMATS, makeFormat, runProgram, sampleMs, tracksOf } from './media-files.js';

/** Largest accepted difference from the length of the input, without what formats add (`PADDING_MS`). */
const TOLERANCE_MS = 40;
/** One frame of the waveform, which has 25 a second. */
const FRAME_MS = 40;
/**
 * Extra length of coded audio: priming and padding fill whole frames (AAC 1024 samples, two of them; MP3
 * and MP2 1152; AC-3 1536; Speex 640; WMA 2048), and ADTS and FLV have no field for the number of samples to skip.
 */
const PADDING_MS: Readonly<Record<string, number>> = {
  aac: 90,
  wma: 100,
  flv: 100,
  wmv: 110,
  avi: 60,
  '3gp': 30,
  f4v: 30,
  ac3: 30,
  eac3: 30,
  mp2: 30,
  mpg: 30,
  spx: 20,
  latm: 50,
  mpc: 30,
  // Two frames of AAC are longer at low sample rates.
  ...Object.fromEntries(['alp', 'amv', 'hcom', 'roq'].map((id) => [id, 50])),
  ...Object.fromEntries(['awb', 'g722'].map((id) => [id, 90])),
  ...Object.fromEntries(['alaw', 'amr', 'c2', 'g726', 'gsm', 'sln', 'ulaw', 'wve'].map((id) => [id, 220])),
  // The first picture waits for those that are shown before it, or lasts twice as long.
  ...Object.fromEntries(['hevc', 'm1v'].map((id) => [id, 50])),
};

/** Width and height of the test card, and of a drawn waveform. */
const SIZE = ['160', '120'];
const WAVEFORM = ['1280', '720'];
/** Formats that hold no other size, and pairs that make it smaller. */
const SIZES: Readonly<Record<string, string[]>> = {
  dv: ['720', '576'],
  rm: ['176', '144'],
  h261: ['176', '144'],
  h263: ['176', '144'],
  dnxhd: ['256', '128'],
  gxf: ['720', '576'],
  'gxf gif': ['640', '512'],
  'gxf apng': ['640', '512'],
  amv: ['160', '112'],
  roq: ['160', '112'],
  'dv gif': ['640', '512'],
  'dv apng': ['640', '512'],
};

/** Subtitles out of a video, and what is packed in a zip, have suites of their own. */
const isMediaRoute = (route: Route): boolean =>
  runsOn('media')(route) &&
  route.output.write?.bundle === undefined &&
  !(route.output.write?.ffmpeg && holdsOnlyText(route.output.write.ffmpeg));

describe('every pair of audio and video formats', () => {
  let folder: string;
  let converter: Converter;
  const samples = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-'));
    converter = await createConverter(new URL('../src/engines/', import.meta.url));
    for (const format of FORMATS) samples.set(format, await makeFormat(folder, format));
  });
  afterAll(async () => {
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  });

  provePairs(isMediaRoute, async ({ input, output }) => {
    const [from, to] = [input.id, output.id];
    const { outputs } = await converter.convert({ input: samples.get(from) ?? '', from, to });
    const path = outputs[0]?.path ?? '';
    // Notes are played.
    const kind = input.read?.ffmpeg?.as ?? 'audio';
    const write = output.write?.ffmpeg;
    const hasSound = kind !== 'silent' && write?.audio.maxTracks !== 0;
    const tracks = await tracksOf(path, to);
    expect(tracks.filter((track) => track['@type'] === 'Audio')).toHaveLength(hasSound ? 1 : 0);
    expect(tracks.filter((track) => track['@type'] === 'Video')).toHaveLength(write?.video ? 1 : 0);
    const slackMs = TOLERANCE_MS + (PADDING_MS[from] ?? 0) + (PADDING_MS[to] ?? 0);
    const reader = output.read?.ffmpeg ? inputArguments(output) : [];
    let likeness = 1;
    const expectLength = async (stream: 'a:0' | 'v:0', moreMs = 0): Promise<void> => {
      const [{ Duration = '' } = {}] = tracks;
      const lengthMs = to === 'webp' ? Number(Duration) * 1_000 : await decodedMs(path, stream, reader);
      const differenceMs = Math.abs(lengthMs - sampleMs(from));
      expect(differenceMs).toBeLessThanOrEqual(slackMs + moreMs);
      likeness = Math.min(likeness, 1 - differenceMs / sampleMs(from));
    };
    if (hasSound) await expectLength('a:0');
    if (write?.video) {
      const picture = tracks.find((track) => track['@type'] === 'Video');
      const size = kind === 'audio' ? WAVEFORM : (SIZES[`${from} ${to}`] ?? SIZES[from] ?? SIZE);
      expect([picture?.Width, picture?.Height]).toEqual(size);
      // A waveform ends with the frame in which the audio ends.
      await expectLength('v:0', kind === 'audio' ? FRAME_MS : 0);
    }
    if (to === 'flac') await runProgram('flac', ['--test', '--silent', path]);
    return likeness;
  });
});
