import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@filemill/formats';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import {
  AUDIO_FORMATS,
  DURATION_MS,
  decodedMs,
  makeFormat,
  mediainfo,
  runProgram,
  VIDEO_FORMATS,
} from './media-files.js';

/** Largest accepted difference from the length of the input, without what formats add (`PADDING_MS`). */
const TOLERANCE_MS = 40;
/** One frame of the waveform, which has 25 a second. */
const FRAME_MS = 40;
/**
 * Extra length of coded audio: priming and padding fill whole frames (AAC 1024 samples, two of them; MP3
 * 1152; WMA 2048), and ADTS and FLV have no field for the number of samples to skip.
 */
const PADDING_MS: Readonly<Record<string, number>> = {
  aac: 90,
  wma: 100,
  flv: 100,
  wmv: 110,
  avi: 60,
  '3gp': 30,
};

describe('every pair of audio and video formats', () => {
  let folder: string;
  let converter: Converter;
  const samples = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-'));
    converter = await createConverter([createEngine]);
    for (const format of [...AUDIO_FORMATS, ...VIDEO_FORMATS])
      samples.set(format, await makeFormat(folder, format));
  });
  afterAll(async () => {
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  });

  const pairs = registry.pairs().filter(({ steps }) => steps.length === 1 && steps[0]?.engine === 'ffmpeg');
  const ours = pairs.filter(({ input }) => input.category === 'audio' || input.category === 'video');

  it('is offered by the engine', () => {
    const formats = [...AUDIO_FORMATS, ...VIDEO_FORMATS];
    const wanted = formats.flatMap((from) =>
      formats.filter((to) => to !== from).map((to) => `${from} ${to}`),
    );
    expect(ours.map(({ input, output }) => `${input.id} ${output.id}`)).toEqual(
      expect.arrayContaining(wanted),
    );
  });

  it.each(ours.map(({ input, output }) => [input.id, output.id]))(
    '%s to %s has the expected streams and length',
    async (from, to) => {
      const { outputs } = await converter.convert({ input: samples.get(from) ?? '', from, to });
      const path = outputs[0]?.path ?? '';
      const tracks = await mediainfo(path);
      const isVideo = VIDEO_FORMATS.includes(to);
      expect(tracks.filter((track) => track['@type'] === 'Audio')).toHaveLength(1);
      expect(tracks.filter((track) => track['@type'] === 'Video')).toHaveLength(isVideo ? 1 : 0);
      const slackMs = TOLERANCE_MS + (PADDING_MS[from] ?? 0) + (PADDING_MS[to] ?? 0);
      expect(Math.abs((await decodedMs(path, 'a:0')) - DURATION_MS)).toBeLessThanOrEqual(slackMs);
      if (isVideo) {
        const picture = tracks.find((track) => track['@type'] === 'Video');
        const drawn = AUDIO_FORMATS.includes(from);
        expect([picture?.Width, picture?.Height]).toEqual(drawn ? ['1280', '720'] : ['160', '120']);
        // A waveform ends with the frame in which the audio ends.
        const pictureSlackMs = slackMs + (drawn ? FRAME_MS : 0);
        expect(Math.abs((await decodedMs(path, 'v:0')) - DURATION_MS)).toBeLessThanOrEqual(pictureSlackMs);
      }
      if (to === 'flac') await runProgram('flac', ['--test', '--silent', path]);
    },
  );
});
