import { optionsOfRoute, registry, TAG_KEYS } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { mediainfo, runProgram } from './media-files.js';
import { type Options, tagsOf } from './option-looks.js';
import { OptionFiles } from './support/option-files.js';

const files = OptionFiles.forAllTests(['tone.wav', 'old.mp3', 'old.ogg']);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

/** Every character with a meaning in ffmpeg's files of metadata, in a shell and in a filter. */
const HARD = 'A=b;c#d\\e "f" \'g\' $(h) [i]:j, -k %l ü 漢字';

describe('tags', () => {
  it.each([
    ...['mp3', 'm4a', 'flac', 'ogg', 'opus', 'wma', 'aac', 'wav', 'mka', 'spx', 'wv', 'tta'],
    ...['mp4', 'mov', 'mkv', 'webm', 'avi', 'wmv'],
  ])('are all written to %s as they are', async (to) => {
    const route = registry.route(to === 'mp3' ? 'ogg' : 'mp3', to);
    if (!route) throw new Error(to);
    const names = Object.keys(TAG_KEYS).filter((name) => Object.hasOwn(optionsOfRoute(route).shape, name));
    expect(names.length).toBeGreaterThan(4);
    const given = Object.fromEntries(
      names.map((name) => [name, name === 'year' ? 2_024 : name === 'track' ? 7 : `${name} ${HARD}`]),
    );
    const { path } = await convert(to === 'mp3' ? 'old.ogg' : 'old.mp3', to, given);
    const tags = await tagsOf(path);
    for (const name of names) {
      const seen = tags[TAG_KEYS[name as keyof typeof TAG_KEYS]];
      expect(`${name}: ${seen}`).toBe(`${name}: ${given[name]}`);
    }
  });

  it('are read by a program other than ffmpeg', async () => {
    const { path } = await convert('old.mp3', 'flac', { title: HARD, year: 2_024 });
    const tags = await runProgram('metaflac', ['--no-utf8-convert', '--export-tags-to=-', path]);
    expect(tags).toContain(`=${HARD}\n`);
    const mp3 = await convert('tone.wav', 'mp3', { title: 'The mill', albumArtist: 'Sophie' });
    const seen = JSON.stringify(await mediainfo(mp3.path));
    expect(seen).toContain('"Title":"The mill"');
    expect(seen).toContain('"Album_Performer":"Sophie"');
  });

  it.each([
    ['old.mp3', 'flac'],
    ['old.mp3', 'ogg'],
    ['old.ogg', 'opus'],
    ['old.ogg', 'mka'],
    ['old.ogg', 'mp3'],
  ])('that are not given stay those of the source: %s to %s', async (name, to) => {
    const { path } = await convert(name, to, { title: 'New' });
    expect(await tagsOf(path)).toMatchObject({ title: 'New', artist: 'Kept', date: '1999' });
  });

  it('are the only ones if those of the source are removed', async () => {
    const { path } = await convert('old.mp3', 'm4a', { title: 'New', metadata: 'strip' });
    const tags = await tagsOf(path);
    expect(tags.title).toBe('New');
    expect(tags.artist).toBeUndefined();
  });

  it.each([
    { title: '' },
    { title: 'two\nlines' },
    { title: 'nul\0' },
    { title: 'x'.repeat(201) },
    { year: 0 },
    { year: 12_000 },
    { track: 1.5 },
    { composer: 5 },
  ])('are refused if they are no text of a line: %j', async (options) => {
    await expect(convert('tone.wav', 'mp3', options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it('are not offered where no player shows them', async () => {
    for (const to of ['amr', 'ac3', 'voc'])
      await expect(convert('tone.wav', to, { title: 'x' })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
