import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/fonttools.engine.js';
import { inspectFonts, makeFonts, scan } from './font-files.js';

const made = makeFonts();
const NOTO = '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf';
const LIBERATION = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(input: string, to: string, options: Options): Promise<string> {
  const { outputs } = await converter.convert({
    input,
    from: input.endsWith('.otf') ? 'otf' : 'ttf',
    to,
    options,
  });
  return outputs[0]?.path ?? '';
}
/** Characters, as fontconfig reads them. */
const hasCharacter = (path: string, code: number): boolean =>
  execFileSync('/usr/bin/fc-scan', ['--format', '%{charset}', path], { encoding: 'utf8' })
    .split(' ')
    .some((range) => {
      const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
      return first <= code && code <= last;
    });
const LETTERS = { A: 0x41, ą: 0x105, я: 0x44f, ω: 0x3c9, ế: 0x1ebf };
const SUBSETS: readonly (readonly [subset: string, letters: string])[] = [
  ['all', 'Aąяωế'],
  ['latin', 'A'],
  ['latin-ext', 'Aąế'],
  ['cyrillic', 'Aя'],
  ['greek', 'Aω'],
  ['vietnamese', 'Aế'],
];
const tagsOf = (path: string): string[] => {
  const script =
    'import sys; sys.path.append("/usr/lib/python3/dist-packages"); from fontTools.ttLib import TTFont; print(*TTFont(sys.argv[1]).keys())';
  return execFileSync('/usr/bin/python3', ['-I', '-c', script, path], { encoding: 'utf8' }).trim().split(' ');
};

describe('a font', () => {
  it.each(SUBSETS)('has the letters of %s only', async (subset, letters) => {
    for (const to of ['woff2', 'otf']) {
      const path = await convert(NOTO, to, { subset });
      const seen = Object.entries(LETTERS).filter(([, code]) => hasCharacter(path, code));
      expect(seen.map(([letter]) => letter).join('')).toBe(letters);
      if (subset !== 'all') expect(statSync(path).size).toBeLessThan(statSync(NOTO).size / 2);
    }
  });

  it('without any of the letters is refused', async () => {
    const refused = { code: 'OPTION_INVALID', params: { field: 'subset' } };
    await expect(convert(made('cjk.otf'), 'woff', { subset: 'greek' })).rejects.toMatchObject(refused);
  });

  it.each([100, 300, 900])('that is variable gets the weight %i', async (weight) => {
    for (const to of ['woff', 'otf']) {
      const path = await convert(made('variable.ttf'), to, { weight });
      expect(tagsOf(path)).not.toContain('fvar');
      expect(scan(path).trim().split('\n')).toHaveLength(1);
    }
    const widthOf = async (wanted: number) =>
      inspectFonts(await convert(made('variable.ttf'), 'woff', { weight: wanted }))[0]?.outlines;
    expect(await widthOf(100)).not.toBe(await widthOf(900));
  });

  it('without that weight is refused', async () => {
    const refused = { code: 'OPTION_INVALID', params: { field: 'weight' } };
    await expect(convert(NOTO, 'woff', { weight: 500 })).rejects.toMatchObject(refused);
    await expect(convert(made('variable.ttf'), 'woff', { weight: 950 })).rejects.toMatchObject(refused);
    // fontTools makes no instances of cubic outlines.
    await expect(convert(made('variable.otf'), 'woff', { weight: 400 })).rejects.toMatchObject(refused);
  });

  it('has no hints on request', async () => {
    expect(tagsOf(await convert(LIBERATION, 'woff', {}))).toEqual(expect.arrayContaining(['fpgm', 'prep']));
    const tags = tagsOf(await convert(LIBERATION, 'woff', { hinting: 'drop' }));
    for (const tag of ['fpgm', 'prep', 'cvt ']) expect(tags).not.toContain(tag);
  });

  it('has no layout features on request', async () => {
    expect(tagsOf(await convert(NOTO, 'woff2', {}))).toEqual(expect.arrayContaining(['GSUB', 'GPOS']));
    const tags = tagsOf(await convert(NOTO, 'woff2', { layoutFeatures: 'drop' }));
    for (const tag of ['GSUB', 'GPOS', 'kern']) expect(tags).not.toContain(tag);
    const sizes = [];
    for (const layoutFeatures of ['keep', 'usual', 'drop'])
      sizes.push(statSync(await convert(NOTO, 'woff', { layoutFeatures, subset: 'latin' })).size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it('has only the names that programs need on request', async () => {
    const count = (path: string): number =>
      Number(
        execFileSync(
          '/usr/bin/python3',
          [
            ...['-I', '-c'],
            'import sys; sys.path.append("/usr/lib/python3/dist-packages"); from fontTools.ttLib import TTFont; print(len(TTFont(sys.argv[1])["name"].names))',
            path,
          ],
          { encoding: 'utf8' },
        ),
      );
    const [all, few] = [
      await convert(LIBERATION, 'woff', {}),
      await convert(LIBERATION, 'woff', { names: 'minimal' }),
    ];
    expect(count(few)).toBeLessThan(count(all) / 1.5);
    expect(scan(few)).toContain('Liberation Sans|Regular');
  });
});
