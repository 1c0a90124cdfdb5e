import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/fonttools.engine.js';
import {
  compareCharacters,
  comparePixels,
  type FontReport,
  fileOf,
  inKit,
  inspectFonts,
  isDescribed,
  isFont,
  loadInBrowser,
  makeBitmaps,
  makeFonts,
  makeSuitcases,
  makeTypeOnes,
  maxOutlineDistance,
  metadataOf,
  plainOf,
  scan,
  withFamily,
  withMetadata,
} from './font-files.js';

const made = makeFonts();
/** Latin with hints and kerning; Cyrillic with layout tables and an empty signature; CJK with vertical text. */
const FONTS = {
  latin: { path: '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf', format: 'ttf' },
  cyrillic: { path: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf', format: 'ttf' },
  cjk: { path: made('cjk.otf'), format: 'otf' },
} as const;
type Name = keyof typeof FONTS;
/** Largest allowed distance between outlines, in thousandths of the em; the loss report names the same number. */
const TOLERANCE = 1.5;
/** For a machine that does other work; less than half of the time limit of a large font. */
const REFUSAL_MS = 60_000;
/** Tables with outlines or their hints, and tables that count, measure or name glyphs. */
const WITH_OUTLINES = ['glyf', 'loca', 'CFF ', 'VORG', 'cvt ', 'fpgm', 'prep', 'gasp', 'DSIG'];
const WITH_COUNTS = ['head', 'hhea', 'hmtx', 'vmtx', 'maxp', 'post'];

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 2 });
});
afterAll(async () => {
  await converter.close();
});

interface Output {
  path: string;
  losses: string[];
}
async function convert(input: string, from: string, to: string, options = {}): Promise<Output> {
  const { outputs, losses } = await converter.convert({ input, from, to, options });
  return { path: outputs[0]?.path as string, losses: losses.map(({ code }) => code) };
}

const without = (seen: FontReport, tags: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(seen.tables).filter(([tag]) => !tags.includes(tag)));

/** Whether a test font has cubic outlines in a format: WOFF and WOFF2 keep the outlines of the font. */
const isCubic = (name: Name, format: string): boolean =>
  format === 'otf' || (!['ttf', 'eot'].includes(format) && FONTS[name].format === 'otf');

/** @returns the share of the glyphs that the output has */
function expectSame(before: string, after: string, redrawn: boolean, to: string): number {
  const [own, opened] = [plainOf(before), plainOf(after)];
  const [old, now] = inspectFonts(own, opened) as [FontReport, FontReport];
  expect([now.glyphs, now.advances]).toEqual([old.glyphs, old.advances]);
  if (redrawn) {
    const changed = [...WITH_OUTLINES, ...WITH_COUNTS];
    expect(without(now, changed)).toEqual(without(old, changed));
  } else {
    // Each writer of WOFF2 orders the points of a glyph, and so their positions, differently.
    const packed = to === 'woff2' || to === 'webfont' || before.endsWith('.woff2');
    const changed = ['head', ...(packed ? ['glyf', 'loca', 'DSIG'] : [])];
    expect(without(now, changed)).toEqual(without(old, changed));
    expect([now.head, now.outlines]).toEqual([old.head, old.outlines]);
  }
  expect(scan(opened)).toBe(scan(own));
  return Math.min(1, now.glyphs / old.glyphs);
}

describe('every pair of fonts', () => {
  const inputs = new Map<string, Promise<string>>();
  /** A font in a format, converted from its original format. */
  const inputOf = (name: Name, format: string): Promise<string> => {
    const { path, format: own } = FONTS[name];
    if (format === own) return Promise.resolve(path);
    const key = `${name}.${format}`;
    const making = inputs.get(key) ?? convert(path, own, format).then((output) => output.path);
    inputs.set(key, making);
    return making;
  };

  provePairs(
    (route) => !isDescribed(route) && isFont(route) && route.input.write !== undefined,
    async ({ input: { id: from }, output: { id: to } }) => {
      let likeness = 1;
      for (const name of Object.keys(FONTS) as Name[]) {
        const input = await inputOf(name, from);
        const { path, losses } = await convert(input, from, to);
        const target = ['ttf', 'otf', 'eot'].includes(to) ? to === 'otf' : isCubic(name, from);
        const redrawn = target !== isCubic(name, from);
        likeness = Math.min(likeness, expectSame(input, path, redrawn, to));
        if (redrawn) expect(losses).toContain(target ? 'outlines_rounded' : 'outlines_approximated');
        else expect(losses).toEqual([]);
        if (to !== 'woff2') continue;
        execFileSync('/usr/bin/woff2_decompress', [path]);
        expectSame(path, path.replace(/woff2$/, 'ttf'), false, 'ttf');
      }
      return likeness;
    },
  );
});

describe('every pair of a file that holds fonts, or one of Type 1', () => {
  const sample: Readonly<Record<string, string>> = {
    ...makeSuitcases(FONTS.latin.path, '/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf'),
    ...makeTypeOnes('/usr/share/fonts/type1/urw-base35/C059-Bold.t1'),
    bdf: makeBitmaps(FONTS.latin.path),
  };

  provePairs(
    (route) => !isDescribed(route) && isFont(route) && route.input.write === undefined,
    async ({ input: { id: from }, output: { id: to } }) => {
      const input = sample[from] as string;
      const { path, losses } = await convert(input, from, to);
      if (from === 'bdf') {
        const { characters, different } = comparePixels(input, plainOf(path));
        expect(characters).toBeGreaterThan(200);
        expect(different).toBe(0);
        expect(scan(plainOf(path))).toMatch(/^Liberation Sans\|/);
        return;
      }
      if (from.startsWith('pf')) {
        expect(losses).toContain('hinting_dropped');
        expect(compareCharacters(input, plainOf(path))).toEqual({
          characters: expect.any(Number),
          lacking: 0,
          worst: expect.closeTo(0, -1),
        });
        const [own, opened] = [input, plainOf(path)].map((each) => scan(each).split('|').slice(0, 6));
        expect(opened).toEqual(own);
      } else {
        expect(losses).toContain('fonts_left_out');
        expectSame(FONTS.latin.path, path, to === 'otf', to);
      }
    },
  );

  it('has the glyphs of a whole collection’s first font', async () => {
    const collection = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
    const { path, losses } = await convert(collection, 'ttc', 'otf');
    expect(losses).toEqual(['fonts_left_out']);
    expect(scan(path)).toBe(scan(made('face.otf')));
  });
});

describe('a web font kit', () => {
  it('holds a page whose font a browser loads, and the same font as WOFF', async () => {
    const kit = await convert(made('variable.ttf'), 'ttf', 'webfont');
    const rule = inKit(kit.path, 'font.css').toString();
    expect(rule).toMatch(/font-weight: \d+ \d+;/);
    expect(inKit(kit.path, 'index.html').toString()).toContain('href="font.css"');
    const woff = fileOf(inKit(kit.path, 'font.woff'), 'font.woff');
    expectSame(made('variable.ttf'), woff, false, 'woff');
    expect(loadInBrowser(woff, plainOf(kit.path))).toEqual(['loaded', 'loaded']);
  });

  it('has no word of the font’s name that ends a rule or begins a tag', async () => {
    const family = '"; } </style><script>alert(1)</script> \\';
    const input = fileOf(withFamily(FONTS.latin.path, family), 'named.ttf');
    const kit = await convert(input, 'ttf', 'webfont');
    const [rule, page] = ['font.css', 'index.html'].map((name) => inKit(kit.path, name).toString());
    expect(rule?.match(/[";]/g)).toHaveLength(15);
    expect(page).not.toContain('<script');
  });
});

describe('a bitmap font', () => {
  const bitmaps = readFileSync(makeBitmaps(FONTS.latin.path), 'latin1');
  const codeOf = (text: string): Promise<string> =>
    convert(fileOf(Buffer.from(text, 'latin1'), 'in.bdf'), 'bdf', 'ttf').then(
      () => 'converted',
      (error: unknown) => (error as { code: string }).code,
    );

  it.each([
    ['that is cut', (text: string) => text.slice(0, text.length / 2), 'FILE_CORRUPT'],
    ['without glyphs', () => 'STARTFONT 2.1\nFONTBOUNDINGBOX 8 8 0 0\nENDFONT\n', 'FILE_CORRUPT'],
    [
      'with a glyph of a huge box',
      (text: string) => text.replace(/^BBX .*$/m, 'BBX 999999999 999999999 0 0'),
      'FILE_CORRUPT',
    ],
    [
      'with a number of a million digits',
      (text: string) => text.replace(/^BBX .*$/m, `BBX ${'9'.repeat(1_000_000)} 1 0 0`),
      'FILE_CORRUPT',
    ],
    [
      'with more corners than a glyph may have',
      () =>
        `STARTFONT 2.1\nFONTBOUNDINGBOX 512 512 0 0\nSTARTCHAR a\nENCODING 97\nBBX 512 512 0 0\nBITMAP\n${`${'55'.repeat(64)}\n${'AA'.repeat(64)}\n`.repeat(256)}ENDCHAR\nENDFONT\n`,
      'FILE_TOO_LARGE',
    ],
    ['that is whole', (text: string) => text, 'converted'],
  ])('%s has a clear end', async (_, change, code) => {
    expect(await codeOf(change(bitmaps))).toBe(code);
  });
});

describe('an EOT of another program', () => {
  const { path } = FONTS.latin;
  const eot = execFileSync('/usr/bin/mkeot', [path], { maxBuffer: 2 ** 24 });

  it('becomes the font that it was made from', async () => {
    const output = await convert(fileOf(eot, 'in.eot'), 'eot', 'ttf');
    expectSame(path, output.path, false, 'ttf');
    expect(output.losses).toEqual([]);
  });

  it('is read by it too, with the names of the font', async () => {
    const output = await convert(path, 'ttf', 'eot');
    const seen = execFileSync('/usr/bin/eotinfo', [output.path], { encoding: 'utf8' });
    expect(seen).toMatch(/FamilyName: +Liberation Sans\n/);
    expect(seen).toMatch(/FullName: +Liberation Sans\n/);
    expect(seen).toMatch(/Weight: +400\n/);
  });

  it('is refused if it is packed with MicroType Express', async () => {
    const packed = Buffer.from(eot);
    packed.writeUInt32LE(packed.readUInt32LE(12) | 0x4, 12);
    await expect(convert(fileOf(packed, 'in.eot'), 'eot', 'ttf')).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
    });
  });
});

describe('redrawn outlines', () => {
  it.each([
    ['cyrillic', 'otf'],
    ['cjk', 'ttf'],
  ] as const)(
    'of a %s font in %s stay within the tolerance, and dropped hints are reported',
    async (name, to) => {
      const { path, format } = FONTS[name];
      const output = await convert(path, format, to);
      const distance = maxOutlineDistance(path, output.path);
      expect(distance).toBeGreaterThan(0);
      expect(distance).toBeLessThan(TOLERANCE);
      expect(output.losses).toContain('hinting_dropped');
    },
  );

  it('of a monospaced font keep their shared width there and back', async () => {
    const path = '/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf';
    const otf = await convert(path, 'ttf', 'otf');
    const back = await convert(otf.path, 'otf', 'ttf');
    const [old, ...now] = inspectFonts(path, otf.path, back.path) as [FontReport, ...FontReport[]];
    expect(now.map(({ glyphs, advances }) => [glyphs, advances])).toEqual(
      now.map(() => [old.glyphs, old.advances]),
    );
  });
});

describe('a conversion between containers', () => {
  const { path: latin } = FONTS.latin;

  it('keeps the bytes of every table, also through WOFF', async () => {
    const woff = await convert(latin, 'ttf', 'woff');
    const back = await convert(woff.path, 'woff', 'ttf');
    const [old, now] = inspectFonts(latin, back.path) as [FontReport, FontReport];
    expect({ ...now.tables, head: now.head }).toEqual({ ...old.tables, head: old.head });
  });

  it('keeps metadata and private data between WOFF and WOFF2, and reports their loss elsewhere', async () => {
    const metadata = '<?xml version="1.0"?><metadata version="1.0"><vendor name="Мельница"/></metadata>';
    const woff = fileOf(withMetadata((await convert(latin, 'ttf', 'woff')).path, metadata), 'in.woff');
    const woff2 = await convert(woff, 'woff', 'woff2');
    const again = await convert(woff2.path, 'woff2', 'woff');
    expect([woff2.losses, again.losses]).toEqual([[], []]);
    expect(metadataOf(again.path)).toEqual({ metadata, private: 'private data' });
    expect((await convert(woff2.path, 'woff2', 'ttf')).losses).toEqual([
      'font_metadata_dropped',
      'private_data_dropped',
    ]);
  });
});

describe('a font of two glyphs', () => {
  it('becomes a WOFF2 that the reference decoder and FreeType read', async () => {
    const input = made('two.ttf');
    const { path } = await convert(input, 'ttf', 'woff2');
    execFileSync('/usr/bin/woff2_decompress', [path]);
    const [old, packed, unpacked] = inspectFonts(input, path, path.replace(/woff2$/, 'ttf')) as [
      FontReport,
      FontReport,
      FontReport,
    ];
    expect(old.glyphs).toBe(2);
    for (const now of [packed, unpacked]) {
      expect([now.glyphs, now.outlines, now.advances]).toEqual([old.glyphs, old.outlines, old.advances]);
    }
  });
});

describe('a variable font', () => {
  it.each(['ttf', 'otf'])('in %s stays variable in WOFF and WOFF2, with hints and layout', async (format) => {
    const input = made(`variable.${format}`);
    for (const to of ['woff', 'woff2']) {
      const { path, losses } = await convert(input, format, to);
      expectSame(input, path, false, to);
      expect(losses).toEqual([]);
      expect(scan(path)).toContain('|True');
      const [old, now] = inspectFonts(input, path) as [FontReport, FontReport];
      if (to === 'woff') expect(now.tables.glyf).toBe(old.tables.glyf);
      const back = await convert(path, to, format);
      expectSame(input, back.path, false, to);
    }
  });

  it.each([
    ['ttf', 'otf'],
    ['otf', 'ttf'],
  ])('in %s becomes %s with the default of each axis, and the loss is reported', async (from, to) => {
    const input = made(`variable.${from}`);
    const { path, losses } = await convert(input, from, to);
    expect(losses).toContain('variations_dropped');
    const [old, now] = inspectFonts(input, path) as [FontReport, FontReport];
    expect([now.glyphs, now.advances]).toEqual([old.glyphs, old.advances]);
    expect(now.tables.cmap).toBe(old.tables.cmap);
    expect(
      Object.keys(now.tables).filter((tag) => /^(fvar|gvar|avar|HVAR|MVAR|CFF2|cvar)$/.test(tag)),
    ).toEqual([]);
    expect(scan(path)).not.toContain('|True');
    expect(maxOutlineDistance(input, path)).toBeLessThan(TOLERANCE);
  });
});

describe('a browser', () => {
  it('accepts every output and refuses a damaged font', async () => {
    const { path } = FONTS.latin;
    const outputs = [
      await convert(path, 'ttf', 'otf'),
      await convert(path, 'ttf', 'woff'),
      await convert(path, 'ttf', 'woff2'),
      await convert(made('cjk.otf'), 'otf', 'ttf'),
      await convert(made('variable.ttf'), 'ttf', 'woff2'),
      await convert(made('variable.ttf'), 'ttf', 'otf'),
    ];
    const damaged = fileOf(readFileSync(path).fill('x', 400, 60_000), 'damaged.ttf');
    const results = loadInBrowser(...outputs.map((output) => output.path), damaged);
    expect(results.slice(0, -1)).toEqual(outputs.map(() => 'loaded'));
    expect(results.at(-1)).not.toBe('loaded');
  });
});

describe('a font', () => {
  it('reports the progress of its conversion', async () => {
    const progress: number[] = [];
    const onProgress = (fraction: number) => progress.push(fraction);
    await converter.convert({ input: FONTS.cjk.path, from: 'otf', to: 'woff2', onProgress });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('of 65,535 glyphs is refused long before its time limit if its outlines would have to be redrawn', async () => {
    const startedAt = performance.now();
    await expect(convert(made('face.otf'), 'otf', 'ttf')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(performance.now() - startedAt).toBeLessThan(REFUSAL_MS);
  });
});
