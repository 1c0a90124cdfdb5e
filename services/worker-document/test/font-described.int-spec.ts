import { isRepacking, provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/fonttools.engine.js';
import {
  compareCharacters,
  DESCRIBED,
  fileOf,
  forgedOf,
  isDescribed,
  isFont,
  makeBitmaps,
  makeSuitcases,
  makeTypeOnes,
  makeUfo,
  plainOf,
  scan,
  widthsOf,
  withFile,
} from './font-files.js';

const LATIN = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';
const SAME = { characters: expect.any(Number), lacking: 0, worst: expect.closeTo(0, -1) };

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 2 });
});
afterAll(async () => {
  await converter.close();
});

async function convert(input: string, from: string, to: string): Promise<{ path: string; losses: string[] }> {
  const { outputs, losses } = await converter.convert({ input, from, to });
  return { path: outputs[0]?.path as string, losses: losses.map(({ code }) => code) };
}

describe('every pair of a UFO or an SVG font', () => {
  const icons = '/usr/share/fonts/truetype/glyphicons/glyphicons-halflings-regular.ttf';
  const letters = '/usr/share/fonts/type1/urw-base35/C059-Bold.t1';
  /** What other programs have written, and a font of FreeType's with the same characters. */
  const samples = new Map<string, readonly [path: string, same: string]>([
    ['svgfont', ['/usr/share/fonts-glyphicons/glyphicons-halflings-regular.svg', icons]],
    ['ufo', [makeUfo(icons), icons]],
    ['ttf', [icons, icons]],
    ['otf', ['/usr/share/fonts/opentype/urw-base35/C059-Bold.otf', letters]],
    ...Object.entries(makeSuitcases(icons)).map(([id, path]) => [id, [path, icons]] as const),
    ...Object.entries(makeTypeOnes(letters)).map(([id, path]) => [id, [path, letters]] as const),
  ]);

  provePairs(
    (route) => isDescribed(route) && isFont(route) && !isRepacking(route),
    async ({ input: { id: from }, output: { id: to } }) => {
      const [input, same] = samples.get(from) ?? [await sampleOf(from), icons];
      const { path } = await convert(input, from, to);
      const opened = DESCRIBED.includes(to) ? forgedOf(path) : plainOf(path);
      const seen = compareCharacters(from === 'bdf' ? await outlinesOf(input) : same, opened);
      expect(seen).toEqual(SAME);
      expect(seen.characters).toBeGreaterThan(200);
      return 1 - seen.lacking / seen.characters;
    },
  );

  /** A font in a format that nothing else writes here. */
  const sampleOf = async (format: string): Promise<string> =>
    format === 'bdf' ? makeBitmaps(LATIN) : (await convert(icons, 'ttf', format)).path;
  const outlinesOf = async (bitmaps: string): Promise<string> => (await convert(bitmaps, 'bdf', 'ttf')).path;

  it('keeps kerning both ways, and ligatures of an SVG font', async () => {
    const text =
      '<svg xmlns="http://www.w3.org/2000/svg"><defs><font horiz-adv-x="600"><font-face font-family="Müller &amp; Söhne" font-weight="bold" units-per-em="1000" ascent="800" descent="-200"/><missing-glyph d="M0 0H500V700H0Z"/><glyph unicode="f" glyph-name="f" d="M0 0C10 10 20 10 300 0V700H0Z"/><glyph unicode="i" glyph-name="i" d="M0 0H90V500H0Z"/><glyph unicode="fi" glyph-name="f_i" d="M0 0H390V500H0Z" horiz-adv-x="400"/><glyph unicode="T" d="M0 0H90V500H0Z"/><hkern u1="T,f" g2="i" k="55"/></font></defs></svg>';
    const otf = await convert(fileOf(text, 'in.svgfont'), 'svgfont', 'otf');
    expect(otf.losses).toEqual([]);
    expect(scan(otf.path)).toMatch(/^Müller & Söhne\|Bold\|/);
    expect(widthsOf(otf.path, 'fi', 'Ti', 'f')).toEqual([400, 1145, 600]);
    const ufo = await convert(otf.path, 'otf', 'ufo');
    expect(ufo.losses).toEqual(['layout_features_dropped']);
    const again = await convert((await convert(ufo.path, 'ufo', 'svgfont')).path, 'svgfont', 'ttf');
    expect(widthsOf(again.path, 'fi', 'Ti', 'f')).toEqual([1145, 1145, 600]);
  });

  it.each([
    ['svgfont', 'corrupt', '<svg><font><glyph unicode="a" d="M0 0 L 5 x"/></font></svg>', 'FILE_CORRUPT'],
    ['svgfont', 'without glyphs', '<svg><font id="a"></font></svg>', 'FILE_CORRUPT'],
    ['svgfont', 'not XML', '<svg><font><glyph unicode="a" d=M0></font></svg>', 'FILE_CORRUPT'],
    [
      'svgfont',
      'with entities',
      '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg><font><glyph unicode="&b;"/></font></svg>',
      'FILE_CORRUPT',
    ],
    [
      'svgfont',
      'with endless kerning',
      `<svg><font>${Array.from({ length: 500 }, (_, i) => `<glyph unicode="&#${i + 0x400};"/>`).join('')}<hkern u1="U+0-FFFF" u2="U+0-FFFF" k="5"/></font></svg>`,
      'FILE_TOO_LARGE',
    ],
    [
      'svgfont',
      'with millions of points',
      `<svg><font><glyph unicode="a" d="M0 0${'h1v1'.repeat(300_000)}z"/></font></svg>`,
      'FILE_TOO_LARGE',
    ],
  ])('is refused if it is %s %s', async (format, _, bytes, code) => {
    await expect(convert(fileOf(bytes, `in.${format}`), format, 'ttf')).rejects.toMatchObject({ code });
  });

  it('is refused if it declares entities, and runs no modules that it names', async () => {
    const plist = (content: string, head = ''): string =>
      `<?xml version="1.0"?>${head}<plist version="1.0"><dict>${content}</dict></plist>`;
    const module =
      '<dict><key>name</key><string>system</string><key>namespace</key><string>os</string></dict>';
    const filters = `<key>com.github.googlei18n.ufo2ft.filters</key><array>${module}</array>`;
    const named = withFile(makeUfo(letters), 'Made.ufo/lib.plist', plist(filters));
    expect(compareCharacters(letters, (await convert(named, 'ufo', 'otf')).path)).toEqual(SAME);
    const entity = plist(
      '<key>note</key><string>&a;</string>',
      '<!DOCTYPE plist [<!ENTITY a SYSTEM "/etc/passwd">]>',
    );
    const read = withFile(makeUfo(letters), 'Made.ufo/fontinfo.plist', entity);
    await expect(convert(read, 'ufo', 'otf')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('has features that name a file, or nothing in the font, left out', async () => {
    for (const features of ['include(/etc/passwd);', 'feature liga { sub nothing by else; } liga;']) {
      const input = withFile(makeUfo(letters), 'Made.ufo/features.fea', features);
      const { losses, path } = await convert(input, 'ufo', 'otf');
      expect(losses).toEqual(['layout_features_dropped']);
      expect(compareCharacters(letters, path)).toEqual(SAME);
    }
  });
});
