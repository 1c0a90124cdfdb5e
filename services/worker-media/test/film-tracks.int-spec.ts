import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { makeMedia, probe, runProgram } from './media-files.js';
import { frequencyOf, type Options, ofPicture, refusedField } from './option-looks.js';
import { makeFilm } from './subtitle-tracks.js';
import { OptionFiles, X264 } from './support/option-files.js';

const files = OptionFiles.forAllTests(['film.mkv', 'grey.mp4']);
const at = (name: string): string => files().at(name);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

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
    await makeFilm(files().converter.folder, 'mkv', { tracks: [cue('First'), cue('Second')], name: 'told' });
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
    await makeFilm(files().converter.folder, 'mkv', {
      tracks: [cue('First'), cue('A SECOND LINE')],
      name: 'drawn',
    });
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
    await makeFilm(files().converter.folder, 'mkv', { name: 'plain' });
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
