import { readFile } from 'node:fs/promises';
import type { AppError } from '@filemill/errors';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/subtitles.engine.js';
import { CUES, cuesOf, SUBTITLE_SAMPLES } from './subtitle-files.js';

const TOLERANCE_MS = 20;

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 2 });
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(from: string, to: string, options: Options, text = SUBTITLE_SAMPLES[from] ?? '') {
  const { outputs } = await converter.convertBytes(Buffer.from(text), { from, to, options });
  return outputs[0]?.path ?? '';
}

async function expectTimes(path: string, to: string, move: (ms: number) => number): Promise<void> {
  const cues = cuesOf(path, to);
  expect(cues).toHaveLength(CUES.length);
  for (const [index, { startMs, endMs, text }] of cues.entries()) {
    const wanted = CUES[index] ?? { startMs: 0, endMs: 0, text: '' };
    expect(Math.abs(startMs - move(wanted.startMs))).toBeLessThanOrEqual(TOLERANCE_MS);
    expect(Math.abs(endMs - move(wanted.endMs))).toBeLessThanOrEqual(TOLERANCE_MS);
    expect(text).toBe(wanted.text);
  }
}

describe('the times of subtitles', () => {
  it.each(['srt', 'vtt', 'ass', 'ssa', 'ttml', 'sbv', 'smi'])('come later: %s', async (to) => {
    const from = to === 'srt' ? 'vtt' : 'srt';
    await expectTimes(await convert(from, to, { shift: 12.5 }), to, (ms) => ms + 12_500);
  });

  it('come earlier, also of a format that ffmpeg reads', async () => {
    await expectTimes(await convert('srt', 'vtt', { shift: -0.5 }), 'vtt', (ms) => ms - 500);
    await expectTimes(await convert('ass', 'srt', { shift: 2 }), 'srt', (ms) => ms + 2_000);
  });

  it.each(['srt', 'vtt', 'ttml'])('are moved within the format: %s', async (id) => {
    await expectTimes(await convert(id, id, { shift: 2 }), id, (ms) => ms + 2_000);
  });

  it('are stretched from one speed of pictures to another, and then moved', async () => {
    const factor = 25 / 23.976;
    await expectTimes(
      await convert('srt', 'vtt', { fromFps: 25, toFps: 23.976 }),
      'vtt',
      (ms) => ms * factor,
    );
    const both = await convert('vtt', 'srt', { fromFps: 24, toFps: 25, shift: 1 });
    await expectTimes(both, 'srt', (ms) => (ms * 24) / 25 + 1_000);
  });

  const LATE = '1\n00:00:01,000 --> 00:00:02,000\nearly\n\n2\n00:00:04,000 --> 00:00:06,000\nlate\n';

  it('begin with the film if they would begin before it, and end before it not at all', async () => {
    const path = await convert('srt', 'sbv', { shift: -5 }, LATE);
    expect(cuesOf(path, 'sbv')).toEqual([{ startMs: 0, endMs: 1_000, text: 'late' }]);
  });

  it.each([
    [{ shift: -100 }, 'shift'],
    [{ shift: 4_000 }, 'shift'],
    [{ fromFps: 25 }, 'toFps'],
    [{ toFps: 25 }, 'fromFps'],
    [{ fromFps: 25, toFps: 25 }, 'toFps'],
    [{ fromFps: 26, toFps: 25 }, 'fromFps'],
  ])('are refused if nothing sensible would come of it: %j', async (options, field) => {
    const error: unknown = await convert('srt', 'vtt', options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'OPTION_INVALID' });
    expect(JSON.stringify((error as AppError).params)).toContain(`"${field}"`);
  });
});

describe('the encoding of subtitles', () => {
  it.each(['srt', 'ass', 'sbv', 'lrc', 'smi'])('is the one that was asked for: %s', async (to) => {
    const plain = await readFile(await convert('vtt', to, {}));
    const marked = await readFile(await convert('vtt', to, { encoding: 'utf-8-bom' }));
    expect(marked).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]));
    const wide = await readFile(await convert('vtt', to, { encoding: 'utf-16' }));
    expect(wide.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
    expect(wide.subarray(2).toString('utf16le')).toBe(plain.toString('utf8'));
  });

  it.each(['vtt', 'ttml', 'txt'])('is not offered where it is fixed: %s', async (to) => {
    await expect(convert('srt', to, { encoding: 'utf-16' })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });
});
