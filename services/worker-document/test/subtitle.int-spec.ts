import { readFileSync } from 'node:fs';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/subtitles.engine.js';
import { CUES, cuesOf, isSubtitleRoute, SUBTITLE_SAMPLES } from './subtitle-files.js';

/** docs: times within ten milliseconds. */
const TOLERANCE_MS = 10;

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 2 });
});
afterAll(() => converter.close());

async function convert(content: Buffer | string, from: string, to: string) {
  const { outputs, losses } = await converter.convertBytes(Buffer.from(content as string), { from, to });
  return { path: outputs[0]?.path ?? '', losses: losses.map(({ code }) => code) };
}

describe('every pair of subtitles', () => {
  provePairs(isSubtitleRoute, async ({ input: { id: from }, output: { id: to } }) => {
    const { path, losses } = await convert(SUBTITLE_SAMPLES[from] ?? '', from, to);
    const cues = cuesOf(path, to);
    expect(cues.map(({ text }) => text)).toEqual(CUES.map(({ text }) => text));
    expect(losses).toEqual(to === 'txt' ? ['subtitle_times_dropped'] : []);
    if (to === 'txt') return 1;
    for (const [index, { startMs, endMs }] of cues.entries()) {
      expect(Math.abs(startMs - (CUES[index]?.startMs ?? 0))).toBeLessThanOrEqual(TOLERANCE_MS);
      expect(Math.abs(endMs - (CUES[index]?.endMs ?? 0))).toBeLessThanOrEqual(TOLERANCE_MS);
    }
    return 1;
  });
});

describe('styles of subtitles', () => {
  const STYLED =
    '1\n00:00:01,000 --> 00:00:02,000\nplain <b>bold</b> <i>slanted</i> & <u>under</u> a <me> {x}\n';

  it.each(['vtt', 'ass', 'ssa', 'ttml', 'smi'])('stay in %s', async (to) => {
    const { path, losses } = await convert(STYLED.replace(' {x}', ''), 'srt', to);
    expect(losses).toEqual([]);
    const back = await convert(readFileSync(path), to, 'srt');
    const text = readFileSync(back.path, 'utf8').replace(/<\/b><b>|<\/i><i>/g, '');
    expect(text).toContain('plain <b>bold</b> <i>slanted</i> & <u>under</u> a <me>');
  });

  it.each(['sbv', 'lrc', 'txt'])('are reported as lost in %s', async (to) => {
    const { path, losses } = await convert(STYLED, 'srt', to);
    expect(losses).toContain('subtitle_styles_dropped');
    expect(readFileSync(path, 'utf8')).toContain('plain bold slanted & under a <me> {x}');
  });

  it.each([
    ['a colour', 'srt', '1\n00:00:01,000 --> 00:00:02,000\n<font color="#ff0000">red</font>\n'],
    ['a position', 'srt', '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}red\n'],
    ['a position', 'vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nred\n'],
    ['a style sheet', 'vtt', 'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000\nred\n'],
    ['a region', 'ttml', `${SUBTITLE_SAMPLES.ttml}`.replace('<p ', '<p region="r" ').replace('Hello', 'red')],
    ['a colour', 'ass', `${SUBTITLE_SAMPLES.ass}`.replace('Hello', '{\\c&H0000FF&}red')],
  ])('other than bold, italic and underlined are reported: %s in %s', async (_, from, text) => {
    const { path, losses } = await convert(text, from, from === 'srt' ? 'vtt' : 'srt');
    expect(losses).toEqual(['subtitle_styles_dropped']);
    expect(readFileSync(path, 'utf8')).toContain('red');
  });
});

describe('subtitles in an old encoding', () => {
  it.each(['srt', 'microdvd'])('keep their letters: %s', async (from) => {
    const text = `${SUBTITLE_SAMPLES[from]}`.replace('Мир 漢字', 'café');
    const { path } = await convert(Buffer.from(text, 'latin1'), from, 'vtt');
    expect(cuesOf(path, 'vtt')[1]?.text).toBe('Second line café');
  });

  it('in UTF-16 keep their letters', async () => {
    const { path } = await convert(Buffer.from(`\ufeff${SUBTITLE_SAMPLES.srt}`, 'utf16le'), 'srt', 'vtt');
    expect(cuesOf(path, 'vtt')).toEqual(CUES);
  });
});
