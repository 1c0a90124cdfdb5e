import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsOnlyText, type Route } from '@filemill/formats';
import { provePairs, runsOn } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { makeMedia } from './media-files.js';
import { CUES, cuesOf, makeFilm } from './subtitle-tracks.js';

/** docs: times within ten milliseconds. */
const TOLERANCE_MS = 10;
const STYLED =
  '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.10,0:00:00.50,Default,,0,0,0,,{\\pos(5,5)}Hello\n';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(() => converter.close());

async function convert(input: string, from: string, to: string) {
  const { outputs, losses } = await converter.convert({ input, from, to });
  return { path: outputs[0]?.path ?? '', losses: losses.map(({ code }) => code) };
}

const isTextRoute = (route: Route): boolean => {
  const write = route.output.write?.ffmpeg;
  return write !== undefined && holdsOnlyText(write) && runsOn('media')(route);
};

describe('every pair of a video and its subtitles', () => {
  provePairs(isTextRoute, async ({ input: { id: from }, output: { id: to } }) => {
    const film = await makeFilm(converter.folder, from, { name: `film-to-${to}` });
    const { path, losses } = await convert(film, from, to);
    const cues = await cuesOf(path, to);
    expect(cues.map(({ text }) => text)).toEqual(CUES.map(({ text }) => text));
    for (const [index, { startMs, endMs }] of cues.entries()) {
      expect(Math.abs(startMs - (CUES[index]?.startMs ?? 0))).toBeLessThanOrEqual(TOLERANCE_MS);
      expect(Math.abs(endMs - (CUES[index]?.endMs ?? 0))).toBeLessThanOrEqual(TOLERANCE_MS);
    }
    expect(losses).toEqual([]);
    return 1;
  });
});

describe('a film without subtitles that are text', () => {
  const REFUSED = {
    code: 'UNSUPPORTED_FORMAT',
    params: { message: 'The video has no subtitles that are text.' },
  };

  it.each(['mkv', 'mp4', 'webm'])('is refused if it has none: %s', async (from) => {
    const film = await makeFilm(converter.folder, from, { tracks: [], name: 'without' });
    await expect(convert(film, from, 'srt')).rejects.toMatchObject(REFUSED);
  });

  it('is refused if they are pictures', async () => {
    const film = await makeFilm(converter.folder, 'mkv', { tracks: [], name: 'pictures' });
    const path = join(converter.folder, 'with-pictures.mkv');
    const pictures = join(converter.folder, 'pictures.sup');
    await writeFile(pictures, PICTURE_SUBTITLE);
    await makeMedia(['-i', film, '-f', 'sup', '-i', pictures, '-map', '0', '-map', '1', '-c', 'copy', path]);
    await expect(convert(path, 'mkv', 'vtt')).rejects.toMatchObject(REFUSED);
  });

  it.each(['mkv', 'mp4'])('is refused if its track is empty: %s', async (from) => {
    const late = '1\n00:00:05,000 --> 00:00:06,000\nafter the end\n';
    const film = await makeFilm(converter.folder, from, { tracks: [late], more: ['-t', '1'], name: 'late' });
    await expect(convert(film, from, 'srt')).rejects.toMatchObject(REFUSED);
  });
});

describe('what subtitles cannot hold', () => {
  it('is reported: further tracks, and styles in SubRip', async () => {
    const tracks = [STYLED, STYLED];
    const film = await makeFilm(converter.folder, 'mkv', { tracks, more: ['-c:s', 'copy'], name: 'styled' });
    const srt = await convert(film, 'mkv', 'srt');
    expect(srt.losses).toEqual(['subtitle_tracks_dropped', 'subtitle_styles_dropped']);
    const ass = await convert(film, 'mkv', 'ass');
    expect(ass.losses).toEqual(['subtitle_tracks_dropped']);
    expect(await readFile(ass.path, 'utf8')).toContain('{\\pos(5,5)}Hello');
  });

  it('is reported of a film that is cut off', async () => {
    const film = await makeFilm(converter.folder, 'mkv', { name: 'whole' });
    const bytes = await readFile(film);
    const path = join(converter.folder, 'cut.mkv');
    await writeFile(path, bytes.subarray(0, bytes.length * 0.7));
    const { path: output, losses } = await convert(path, 'mkv', 'srt');
    expect(losses).toEqual(['input_damaged']);
    expect((await cuesOf(output, 'srt'))[0]).toEqual(CUES[0]);
  });
});

/** Presentation graphics of Blu-ray: one segment that ends a display set without a picture. */
const PICTURE_SUBTITLE = Buffer.from('50470000000000000000800000', 'hex');
