import { readFileSync, statSync } from 'node:fs';
import { PAPERS, type Paper } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { differs, differsIn, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { membersOf, openByOthers } from './archive-reading.js';
import { scan } from './font-files.js';
import { run } from './options-files.js';
import { drawnPictureOf, isPicture, pagesOf, sizeOf } from './reading.js';
import { CUES, cuesOf } from './subtitle-files.js';

/** What each setting of documents, books, data, archives, fonts and subtitles does, as other programs see it. */

/** Points of a millimetre. */
const POINTS = 72 / 25.4;
/** Of the samples in PDF, pages of A4, drawn at 150 dots per inch. */
const [PAGE_WIDTH_PX, PAGE_HEIGHT_PX] = [1_240, 1_754];
/** A large side is tried with a small other one, so that it stays below the limit of pixels. */
const LONG_PX = 2_500;

const near = (seen: number, wanted: number, tolerance: number): void => {
  if (!(Math.abs(seen - wanted) <= tolerance)) throw new Error(`${seen} instead of ${wanted}`);
};
const bytesOf = ({ path }: { readonly path: string }): number => statSync(path).size;
const textOf = (path: string): string => readFileSync(path, 'utf8');
const rawOf = (path: string): string => readFileSync(path, 'latin1');
const pdfText = (path: string): string => run('/usr/bin/pdftotext', '-layout', path, '-');
const inZip = (path: string, ...names: string[]): string => run('/usr/bin/unzip', '-p', path, ...names);
const namesIn = (path: string): string[] => run('/usr/bin/unzip', '-Z1', path).trim().split('\n');

/** By how much the size of the same may differ. */
const SLACK = 1.02;

/** A larger file for a higher value, between those of both bounds. */
const grows = (least: unknown, most: unknown) =>
  async function see({ result, with: withOther }: Tried): Promise<void> {
    const [small, bytes, large] = [
      bytesOf(await withOther(least)),
      bytesOf(result),
      bytesOf(await withOther(most)),
    ];
    // Brotli packs what it gets at once, which differs a little each time.
    if (!(small < large && small <= bytes * SLACK && bytes <= large * SLACK))
      throw new Error(`${bytes} bytes are not between ${small} and ${large}`);
  };

/** A word of a PDF, in points. */
interface Word {
  readonly text: string;
  readonly left: number;
  readonly height: number;
}

function wordsOf(path: string): Word[] {
  const found = run('/usr/bin/pdftotext', '-bbox', path, '-');
  return [
    ...found.matchAll(/xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">([^<]*)/g),
  ].map(([, left, top, bottom, text = '']) => ({
    text,
    left: Number(left),
    height: Number(bottom) - Number(top),
  }));
}

/** Height of the letters of plain text. */
const letterHeight = (path: string): number => wordsOf(path).find(({ text }) => text === 'old')?.height ?? 0;

const seePaper = ({ value, result }: Tried): void => {
  const [width, height] = PAPERS[value as Paper].map((hundredths) => (hundredths / 100) * POINTS);
  const seen = sizeOf(result.path);
  near(Math.min(seen.width, seen.height), width ?? 0, 2);
  near(Math.max(seen.width, seen.height), height ?? 0, 2);
};
const seeOrientation = ({ value, result }: Tried): void => {
  const { width, height } = sizeOf(result.path);
  expect(width > height).toBe(value === 'landscape');
};
const seeMargins = ({ value, result }: Tried): void =>
  near(Math.min(...wordsOf(result.path).map(({ left }) => left)), Number(value) * POINTS, 4);

/** How the red box of a page lies, in parts of its size. */
async function boxOf(path: string, format: string): Promise<readonly [x: number, y: number]> {
  await drawnPictureOf(path, format);
  const png = ['png', 'jpg', 'webp'].includes(format) ? path : `${path}.png`;
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = { x: 0, y: 0, count: 0 };
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0] = data.subarray(at, at + 2);
    if (red - green < 150) continue;
    sums.x += (at / info.channels) % info.width;
    sums.y += Math.floor(at / info.channels / info.width);
    sums.count += 1;
  }
  return [sums.x / sums.count / info.width, sums.y / sums.count / info.height];
}
const [BOX_X, BOX_Y] = [0.252, 0.228];
const BOXES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ...{ 0: [BOX_X, BOX_Y], 90: [1 - BOX_Y, BOX_X], 180: [1 - BOX_X, 1 - BOX_Y], 270: [BOX_Y, 1 - BOX_X] },
  ...{ none: [BOX_X, BOX_Y], horizontal: [1 - BOX_X, BOX_Y], vertical: [BOX_X, 1 - BOX_Y] },
};
async function seeBox({ value, result, to }: Tried): Promise<void> {
  const [x, y] = await boxOf(result.path, to);
  const [wantedX, wantedY] = BOXES[`${value}`] ?? [Number.NaN, Number.NaN];
  near(x, wantedX, 0.01);
  near(y, wantedY, 0.01);
}

const drawn = (of: (value: number) => readonly [widthPx: number | undefined, heightPx: number | undefined]) =>
  async function see({ value, result, to }: Tried): Promise<void> {
    const { width, height } = await drawnPictureOf(result.path, to);
    const [widthPx, heightPx] = of(value as number);
    if (widthPx !== undefined) near(width ?? 0, widthPx, 1);
    if (heightPx !== undefined) near(height ?? 0, heightPx, 1);
  };

/** The first pixel. */
async function cornerOf(path: string, format: string): Promise<number[]> {
  await drawnPictureOf(path, format);
  const png = ['png', 'jpg', 'webp'].includes(format) ? path : `${path}.png`;
  return [...(await sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer()).subarray(0, 3)];
}

const PAGES: Pick<OptionLook, 'inputs' | 'outputs' | 'needs'> = {
  inputs: ['pages.pdf'],
  outputs: ['png', 'jpg', 'bmp', 'tiff', 'webp'],
  needs: { pages: '1' },
};
const PHOTO: Pick<OptionLook, 'inputs' | 'needs'> = { inputs: ['photo.pdf'] };

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8-bom': 'efbbbf',
  'utf-16le': 'fffe',
  'utf-16': 'fffe',
};
const seeEncoding = ({ value, result }: Tried): void => {
  const start = readFileSync(result.path).subarray(0, 3).toString('hex');
  const mark = ENCODINGS[`${value}`];
  if (mark) expect(start.startsWith(mark)).toBe(true);
  else expect(Object.values(ENCODINGS).filter((other) => start.startsWith(other))).toEqual([]);
};
const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/** Files of an archive. */
const filesOf = (path: string, format: string): string[] =>
  membersOf(path, format)
    .filter(({ type }) => type === 'file')
    .map(({ name }) => name)
    .sort();
/** Files of the sample, by what is left out. */
export const ENTRIES = {
  usual: ['a/one.txt', 'b/one.txt', 'two.txt'],
  hidden: ['.git/config'],
  system: ['__MACOSX/._one.txt', 'a/.DS_Store', 'b/Thumbs.db'],
} as const;
const KEPT: Readonly<Record<string, readonly string[]>> = {
  nothing: [...ENTRIES.usual, ...ENTRIES.hidden, ...ENTRIES.system],
  system: [...ENTRIES.usual, ...ENTRIES.hidden],
  hidden: ENTRIES.usual,
};
const METHODS: Readonly<Record<string, string>> = {
  ...{ lzma2: 'LZMA2', lzma: 'LZMA:', bzip2: 'BZip2', ppmd: 'PPMD', deflate: 'Deflate' },
};

/** Most pixels of a line of calibre's output profiles; the picture of the book has 2,600. */
const SCREENS: Readonly<Record<string, number>> = {
  ...{
    kindle: 525,
    kindle_pw3: 1_072,
    kindle_oasis: 1_264,
    kindle_scribe: 1_860,
    kobo: 536,
    nook_color: 600,
  },
  ...{ pocketbook_inkpad3: 1_404, sony: 590, tablet: 2_600, generic_eink_hd: 2_600 },
};

const KINDLE: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['source.azw3'], outputs: ['epub'] };
const pagesOfBook = (path: string): string => inZip(path, '*html', '*.css');
const stylesOfBook = (path: string): string => inZip(path, '*.css');
const PRINTED: Pick<OptionLook, 'inputs' | 'outputs'> = {
  inputs: ['book.epub', 'rich.md'],
  outputs: ['pdf'],
};
const office = (...inputs: string[]): Pick<OptionLook, 'inputs' | 'outputs'> => ({
  inputs,
  outputs: ['pdf'],
});
const markup = (...outputs: string[]): Pick<OptionLook, 'inputs' | 'outputs'> => ({
  inputs: ['rich.md'],
  outputs,
});
const MARKDOWN: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['rich.html'], outputs: ['md'] };

/** Letters of the subsets, by a character of each. */
const LETTERS: Readonly<Record<string, number>> = { A: 0x41, ą: 0x105, я: 0x44f, ω: 0x3c9, ế: 0x1ebf };
const SUBSETS: Readonly<Record<string, string>> = {
  ...{ all: 'Aąяωế', latin: 'A', 'latin-ext': 'Aąế', cyrillic: 'Aя', greek: 'Aω', vietnamese: 'Aế' },
};
const hasCharacter = (path: string, code: number): boolean =>
  run('/usr/bin/fc-scan', '--format', '%{charset}', path)
    .split(' ')
    .some((range) => {
      const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
      return first <= code && code <= last;
    });
/** A statement of fontTools about a font, `f`. */
const ofFont = (path: string, expression: string): string => {
  const script = `import sys; sys.path.append("/usr/lib/python3/dist-packages"); from fontTools.ttLib import TTFont; f = TTFont(sys.argv[1]); print(${expression})`;
  return run('/usr/bin/python3', '-I', '-c', script, path).trim();
};
const FONTS = ['woff', 'woff2', 'otf'];

/** How much later each text is shown, and how much more slowly. */
function expectTimes({ result, to }: Tried, factor: number, shiftMs: number): void {
  const cues = cuesOf(result.path, to);
  expect(cues).toHaveLength(CUES.length);
  for (const [index, { startMs }] of cues.entries())
    near(startMs, (CUES[index]?.startMs ?? 0) * factor + shiftMs, 25);
}
const seeSpeed = (tried: Tried): void => {
  const { fromFps, toFps } = tried.options as { fromFps: number; toFps: number };
  expectTimes(tried, fromFps / toFps, 0);
};

/** The structure of a LaTeX document. */
const DIVISIONS: Readonly<Record<string, string>> = {
  section: '\\section{',
  chapter: '\\chapter{',
  part: '\\part{',
};

const ARCHIVES: Readonly<Record<string, OptionLook>> = {
  exclude: {
    inputs: ['in.tar'],
    outputs: ['zip', '7z', 'tar.gz', 'cpio'],
    see: ({ value, result, to }) =>
      expect(filesOf(result.path, to)).toEqual([...(KEPT[`${value}`] ?? [])].sort()),
  },
  folders: {
    inputs: ['in.tar'],
    outputs: ['zip', '7z', 'tar.gz', 'cpio'],
    needs: { exclude: 'hidden' },
    see: ({ value, result, to }) =>
      expect(filesOf(result.path, to)).toEqual(
        value === 'keep' ? [...ENTRIES.usual] : ['one (2).txt', 'one.txt', 'two.txt'],
      ),
  },
  // The highest level makes the smallest file.
  level: { inputs: ['prose.tar'], see: grows(9, 1) },
  method: {
    inputs: ['in.tar'],
    see: ({ value, result, to }) => {
      const shown = run('/usr/bin/7z', 'l', '-slt', result.path);
      const stored = to === 'zip' ? 'Store' : 'Copy';
      expect(shown).toMatch(new RegExp(`^Method = ${value === 'store' ? stored : METHODS[`${value}`]}`, 'm'));
    },
  },
  solid: {
    inputs: ['in.tar'],
    see: ({ value, result }) =>
      expect(run('/usr/bin/7z', 'l', '-slt', result.path)).toMatch(value ? /^Solid = \+$/m : /^Solid = -$/m),
  },
};

const BOOKS: Readonly<Record<string, OptionLook>> = {
  align: {
    ...KINDLE,
    see: ({ value, result }) => {
      const text = pagesOfBook(result.path);
      for (const side of ['left', 'justify'])
        expect(text.includes(`text-align: ${side}`)).toBe(value === side);
    },
  },
  asciiOnly: {
    ...KINDLE,
    see: ({ value, result }) => expect(pagesOfBook(result.path).includes('Привет')).toBe(!value),
  },
  compress: { inputs: ['book.epub'], outputs: ['azw3', 'mobi'], see: grows(true, false) },
  contents: {
    // A Kindle book has such a page already.
    inputs: ['source.fb2'],
    outputs: ['epub'],
    see: async ({ value, result, with: withOther }) => {
      const others = pagesOfBook((await withOther(!value)).path).length;
      expect(Math.sign(pagesOfBook(result.path).length - others)).toBe(value ? 1 : -1);
    },
  },
  details: {
    ...KINDLE,
    see: ({ value, result }) =>
      expect(namesIn(result.path).some((name) => name.includes('jacket'))).toBe(value),
  },
  device: {
    ...KINDLE,
    see: async ({ value, result }) => {
      const name = namesIn(result.path).find((each) => /\.jpe?g$/.test(each)) ?? '';
      const picture = Buffer.from(
        run('/bin/sh', '-c', 'unzip -p "$1" "$2" | base64', 'sh', result.path, name),
        'base64',
      );
      const { width = 0 } = await sharp(picture).metadata();
      const most = SCREENS[`${value}`] ?? 0;
      expect(width).toBeLessThanOrEqual(most);
      expect(width).toBeGreaterThan(most / 2);
    },
  },
  epubVersion: {
    ...KINDLE,
    see: ({ value, result }) =>
      expect(inZip(result.path, '*.opf')).toMatch(new RegExp(`<package[^>]*version="${value}.0"`)),
  },
  'calibre fontSize': { ...KINDLE, see: differsIn(stylesOfBook) },
  'calibre lineHeight': { ...KINDLE, see: differsIn(stylesOfBook) },
  'calibre margins': {
    ...KINDLE,
    see: ({ value, result }) => {
      const points = (Number(value) * POINTS).toFixed(1).replace(/\.0$/, '(?:\\.0)?');
      expect(pagesOfBook(result.path)).toMatch(
        new RegExp(`margin-(?:left|top|bottom|right): ${points}(?:pt)?;?`),
      );
    },
  },
  ligatures: {
    ...KINDLE,
    see: ({ value, result }) => expect(pagesOfBook(result.path).includes('ﬁre')).toBe(value),
  },
  paragraphs: {
    ...KINDLE,
    see: async (tried) => {
      if (tried.value === 'indent') expect(pagesOfBook(tried.result.path)).toContain('text-indent: 1.5em');
      await differsIn(stylesOfBook)(tried);
    },
  },
  punctuation: {
    ...KINDLE,
    see: ({ value, result }) => {
      const isTypographic = /“no” [—–] and waited…/.test(pagesOfBook(result.path));
      expect(isTypographic).toBe(value === 'typographic');
    },
  },
  tables: {
    ...KINDLE,
    see: ({ value, result }) => expect(pagesOfBook(result.path).includes('<table')).toBe(value === 'keep'),
  },
  'chromium paper': { ...PRINTED, see: seePaper },
  'chromium orientation': { ...PRINTED, see: seeOrientation },
  'chromium margins': { inputs: ['book.epub'], outputs: ['pdf'], see: seeMargins },
  'chromium fontSize': {
    ...PRINTED,
    see: async ({ value, result, with: withOther }) => {
      const wanted = Number(value) / 12;
      near(letterHeight(result.path) / letterHeight((await withOther(12)).path) / wanted, 1, 0.1);
    },
  },
  scale: {
    ...PRINTED,
    see: async ({ value, result, with: withOther }) => {
      const wanted = Number(value) / 100;
      near(letterHeight(result.path) / letterHeight((await withOther(100)).path) / wanted, 1, 0.1);
    },
  },
  backgrounds: {
    inputs: ['book.epub'],
    outputs: ['pdf'],
    // All of a chapter on one page.
    needs: { fontSize: 6, paper: 'a3' },
    see: ({ value, result: { path } }) => {
      const ppm = run('/bin/sh', '-c', 'pdftoppm -r 20 -f 1 -l 1 "$1" | base64', 'sh', path);
      const reds = Buffer.from([255, 0, 0, 255, 0, 0, 255, 0, 0]);
      expect(Buffer.from(ppm, 'base64').includes(reds)).toBe(value);
    },
  },
  pageNumbers: {
    ...PRINTED,
    see: ({ value, result }) => {
      const lastLine = pdfText(result.path).split('\f')[0]?.trim().split('\n').at(-1)?.trim();
      expect(lastLine === '1').toBe(value);
    },
  },
};

const TABLES: Readonly<Record<string, OptionLook>> = {
  delimiter: {
    inputs: ['records.json', 'sheets.fods'],
    outputs: ['csv'],
    see: ({ value, result }) =>
      expect(/\w([^\w\r\n"])\w/.exec(textOf(result.path))?.[1]).toBe(SEPARATORS[`${value}`]),
  },
  encoding: { inputs: ['records.json', 'sheets.fods', 'in.srt', 'in.vtt'], see: seeEncoding },
  lineEnd: {
    inputs: ['nested.json', 'sheets.fods', 'rich.md'],
    outputs: ['yaml', 'xml', 'csv', 'rst', 'html'],
    see: ({ value, result }) => {
      const lines = textOf(result.path).split('\n').slice(0, -1);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter((line) => line.endsWith('\r') !== (value === 'crlf'))).toEqual([]);
    },
  },
  quote: {
    inputs: ['records.json', 'sheets.fods'],
    outputs: ['csv', 'tsv'],
    see: ({ value, result }) => expect(textOf(result.path).startsWith('"')).toBe(value === 'all'),
  },
  header: {
    inputs: ['records.json'],
    see: ({ value, result }) => expect(textOf(result.path).startsWith('b')).toBe(value),
  },
  headerRow: {
    inputs: ['numbers.csv'],
    outputs: ['json', 'jsonl'],
    see: ({ value, result, to }) => {
      const [text = ''] = to === 'json' ? [textOf(result.path)] : textOf(result.path).split('\n');
      const row: unknown = to === 'json' ? (JSON.parse(text) as unknown[])[0] : JSON.parse(text);
      // All cells are numbers, so that automatic finds no names.
      expect(Array.isArray(row)).toBe(value !== 'yes');
    },
  },
  indent: {
    inputs: ['nested.json', 'names.csv'],
    outputs: ['json', 'xml'],
    see: ({ value, result }) => {
      const text = textOf(result.path)
        .replace(/^<\?xml.*\?>\n?/, '')
        .trim();
      if (value === 0) expect(text).not.toContain('\n');
      else expect(/\n( +)/.exec(text)?.[1]?.length).toBe(value);
    },
  },
  records: {
    inputs: ['names.csv'],
    see: ({ value, result, to }) => {
      const [first = ''] = textOf(result.path).split('\n');
      const row: unknown =
        to === 'json' ? (JSON.parse(textOf(result.path)) as unknown[])[0] : JSON.parse(first);
      expect(Array.isArray(row)).toBe(value === 'arrays');
    },
  },
  sheet: {
    inputs: ['sheets.fods', 'two.json'],
    outputs: ['csv', 'tsv', 'pdf', 'json'],
    values: [1, 2, 1_000],
    refuses: (value) => value === 1_000,
    see: ({ value, result, to }) => {
      expect(result.outputs).toHaveLength(1);
      const text = to === 'pdf' ? pdfText(result.path) : textOf(result.path);
      expect(['11', '22'].filter((cell) => text.includes(cell))).toEqual([`${value}${value}`]);
    },
  },
  sortKeys: {
    inputs: ['flat.json'],
    outputs: ['yaml', 'toml', 'xml', 'plist', 'jsonl', 'ini'],
    see: ({ value, result }) => {
      const text = textOf(result.path);
      expect(text.search(/\bm\b/) < text.search(/\bz\b/)).toBe(value);
    },
  },
  yamlStyle: {
    inputs: ['nested.json', 'names.csv'],
    see: ({ value, result }) =>
      expect(textOf(result.path).trim().split('\n').length === 1).toBe(value === 'flow'),
  },
};

const FONT_LOOKS: Readonly<Record<string, OptionLook>> = {
  subset: {
    inputs: ['noto.ttf'],
    outputs: FONTS,
    see: ({ value, result }) => {
      const seen = Object.entries(LETTERS).filter(([, code]) => hasCharacter(result.path, code));
      expect(seen.map(([letter]) => letter).join('')).toBe(SUBSETS[`${value}`]);
    },
  },
  weight: {
    inputs: ['variable.ttf'],
    outputs: FONTS,
    values: [1, 100, 500, 900, 1_000],
    // The sample has these weights.
    refuses: (value) => Number(value) < 100 || Number(value) > 900,
    see: ({ value, result }) =>
      expect(ofFont(result.path, '"fvar" in f, f["OS/2"].usWeightClass')).toBe(`False ${value}`),
  },
  hinting: {
    inputs: ['hinted.ttf'],
    outputs: ['woff', 'woff2'],
    see: ({ value, result }) =>
      expect(ofFont(result.path, '"fpgm" in f')).toBe(value === 'keep' ? 'True' : 'False'),
  },
  layoutFeatures: {
    inputs: ['noto.ttf'],
    outputs: FONTS,
    see: async ({ value, result, with: withOther }) => {
      expect(ofFont(result.path, '"GSUB" in f or "GPOS" in f')).toBe(value === 'drop' ? 'False' : 'True');
      const [all, usual, none] = [
        await withOther('keep'),
        await withOther('usual'),
        await withOther('drop'),
      ].map(bytesOf);
      expect([(all ?? 0) > (usual ?? 0), (usual ?? 0) > (none ?? 0)]).toEqual([true, true]);
    },
  },
  names: {
    inputs: ['hinted.ttf'],
    outputs: FONTS,
    see: async ({ value, result, with: withOther }) => {
      const count = (path: string): number => Number(ofFont(path, 'len(f["name"].names)'));
      const all = count((await withOther('keep')).path);
      expect(count(result.path) < all / 1.5).toBe(value === 'minimal');
    },
  },
};

const OFFICE: Readonly<Record<string, OptionLook>> = {
  paper: { ...office('letter.fodt', 'sheets.fods'), see: seePaper },
  orientation: { ...office('letter.fodt', 'sheets.fods'), see: seeOrientation },
  margins: { ...office('letter.fodt', 'sheets.fods'), see: seeMargins },
  bookmarks: {
    ...office('letter.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/Outlines')).toBe(value),
  },
  comments: {
    ...office('letter.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/Subtype /Text')).toBe(value === 'notes'),
  },
  emptyPages: {
    ...office('right.fodt'),
    see: ({ value, result }) => expect(pagesOf(result.path)).toBe(value ? 3 : 2),
  },
  forms: {
    ...office('form.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/AcroForm')).toBe(value === 'keep'),
  },
  hiddenSlides: {
    ...office('show.fodp'),
    see: ({ value, result }) => expect(pdfText(result.path).includes('Secret slide')).toBe(value),
  },
  notes: {
    ...office('show.fodp'),
    see: ({ value, result }) => expect(pdfText(result.path).includes('Spoken words')).toBe(value),
  },
  frameMs: {
    inputs: ['show.fodp'],
    values: [20, 1_500, 60_000],
    see: ({ value, result }) => {
      const words = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', result.path];
      // Two slides, one is hidden.
      const seconds = (2 * Number(value)) / 1_000;
      near(Number(run('/usr/bin/ffprobe', ...words)), seconds, Math.min(0.15, seconds / 4));
    },
  },
  imageDpi: {
    ...office('picture.fodt'),
    see: ({ value, result }) => {
      // 900 pixels on five centimetres.
      near(Number(imageOf(result.path)[3]), Math.min(900, (Number(value) * 5) / 2.54), 3);
    },
  },
  lossless: {
    ...office('picture.fodt'),
    see: ({ value, result }) => expect(imageOf(result.path)[8]).toBe(value ? 'image' : 'jpeg'),
  },
  'libreoffice quality': { ...office('picture.fodt'), see: grows(1, 100) },
  openAt: {
    ...office('letter.fodt'),
    see: ({ value, result }) => {
      const marks = { bookmarks: '/UseOutlines', thumbnails: '/UseThumbs' } as const;
      for (const [name, mark] of Object.entries(marks))
        expect(rawOf(result.path).includes(mark)).toBe(value === name);
    },
  },
  'libreoffice pages': {
    ...office('letter.fodt'),
    values: ['1', '2-', '1,3'],
    see: ({ value, result }) => expect(pagesOf(result.path)).toBe(value === '1' ? 1 : 2),
  },
  pdfa: {
    ...office('letter.fodt', 'sheets.fods'),
    see: ({ value, result }) => {
      const part = /<pdfaid:part>(\d)<\/pdfaid:part>/.exec(rawOf(result.path))?.[1];
      const level = /<pdfaid:conformance>(\w)<\/pdfaid:conformance>/.exec(rawOf(result.path))?.[1];
      expect(part === undefined ? 'none' : `${part}${level?.toLowerCase()}`).toBe(value);
    },
  },
  sheetFit: {
    ...office('wide.fods'),
    see: ({ value, result }) => {
      if (value === 'none') expect(pagesOf(result.path)).toBeGreaterThan(1);
      else expect(pagesOf(result.path)).toBe(1);
      expect(sizeOf(result.path).width > 1_200).toBe(value === 'page');
    },
  },
  tagged: {
    ...office('letter.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/StructTreeRoot')).toBe(value),
  },
};

/** Columns that pdfimages prints of the first picture. */
const imageOf = (path: string): string[] =>
  (run('/usr/bin/pdfimages', '-list', path).trim().split('\n')[2] ?? '').trim().split(/\s+/);

const MARKUPS: Readonly<Record<string, OptionLook>> = {
  toc: { ...markup('html', 'rst'), see: grows(false, true) },
  tocDepth: {
    ...markup('html', 'epub'),
    see: ({ value, result, to }) => {
      const text = to === 'epub' ? inZip(result.path, '*nav.xhtml') : textOf(result.path);
      const links = ['mill', 'wheel', 'spoke'].filter((id) => text.includes(`#${id}"`));
      expect(links).toHaveLength(Math.min(3, Number(value)));
    },
  },
  numberSections: {
    ...markup('html', 'epub'),
    see: ({ value, result, to }) => {
      const text = to === 'epub' ? inZip(result.path, '*.xhtml') : textOf(result.path);
      expect(text.includes('header-section-number')).toBe(value);
    },
  },
  headingShift: {
    ...markup('html', 'org'),
    see: ({ value, result, to }) => {
      const level = 1 + Number(value);
      expect(textOf(result.path)).toMatch(
        to === 'org' ? new RegExp(`^\\*{${level}} Mill$`, 'm') : new RegExp(`<h${level}[^>]*>Mill`),
      );
    },
  },
  wrap: {
    ...markup('rst', 'org', 'adoc', 'txt'),
    see: ({ value, result }) => {
      const lines = textOf(result.path)
        .split('\n')
        .filter((line) => /slowly/.test(line));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(Number(value));
    },
  },
  headingStyle: {
    ...MARKDOWN,
    see: ({ value, result }) => expect(/^Mill\n=+$/m.test(textOf(result.path))).toBe(value === 'lines'),
  },
  referenceLinks: {
    ...MARKDOWN,
    see: ({ value, result }) =>
      expect(/^ *\[the river\]: https:\/\/example.org\/river$/m.test(textOf(result.path))).toBe(value),
  },
  math: {
    ...markup('html'),
    see: ({ value, result }) => expect(textOf(result.path).includes('<math')).toBe(value === 'mathml'),
  },
  codeStyle: {
    ...markup('html'),
    see: async (tried) => {
      expect(textOf(tried.result.path).includes('class="kw"')).toBe(tried.value !== 'none');
      await differs(tried);
    },
  },
  topLevel: {
    ...markup('tex'),
    see: ({ value, result }) => expect(textOf(result.path)).toContain(`${DIVISIONS[`${value}`]}Mill}`),
  },
  chapterLevel: {
    ...markup('epub'),
    see: ({ value, result }) => {
      const chapters = namesIn(result.path).filter((name) => /ch\d+\.xhtml$/.test(name));
      expect(chapters).toHaveLength(Math.min(3, Number(value)));
    },
  },
  asciiCodes: {
    ...markup('tex'),
    see: ({ value, result }) => expect(textOf(result.path).includes('Ü')).toBe(!value),
  },
};

const PDFS: Readonly<Record<string, OptionLook>> = {
  'poppler pages': {
    inputs: ['pages.pdf'],
    outputs: ['txt', 'svg', 'png'],
    values: ['5', '1,3', '2-'],
    see: ({ value, result, to }) => {
      const count = { '5': 1, '1,3': 2, '2-': 4 }[`${value}`] ?? 0;
      const seen = to === 'txt' ? textOf(result.path).match(/Left \d/g)?.length : result.outputs.length;
      expect(seen).toBe(count);
    },
  },
  layout: {
    inputs: ['pages.pdf'],
    outputs: ['txt'],
    see: ({ value, result }) =>
      expect(textOf(result.path)).toMatch(value === 'keep' ? /Left 1 {2,}Right 1/ : /Left 1\n+Right 1/),
  },
  dpi: { ...PAGES, see: drawn((dpi) => [(595 * dpi) / 72, (842 * dpi) / 72]) },
  width: {
    ...PAGES,
    needs: (value) => ({ pages: '1', ...(Number(value) > LONG_PX && { height: 3, fit: 'stretch' }) }),
    see: drawn((px) => [px, undefined]),
  },
  height: {
    ...PAGES,
    needs: (value) => ({ pages: '1', ...(Number(value) > LONG_PX && { width: 3, fit: 'stretch' }) }),
    see: drawn((px) => [undefined, px]),
  },
  fit: {
    ...PAGES,
    needs: { pages: '1', width: 100, height: 100 },
    see: (tried) => drawn(() => [tried.value === 'inside' ? 71 : 100, 100])({ ...tried, value: 0 }),
  },
  enlarge: {
    ...PAGES,
    needs: { pages: '1', width: 2 * PAGE_WIDTH_PX },
    see: (tried) =>
      drawn(() => [tried.value ? 2 * PAGE_WIDTH_PX : PAGE_WIDTH_PX, undefined])({ ...tried, value: 0 }),
  },
  rotate: { ...PAGES, see: seeBox },
  mirror: { ...PAGES, see: seeBox },
  grey: {
    ...PAGES,
    see: async ({ value, result, to }) => expect(Number.isNaN((await boxOf(result.path, to))[0])).toBe(value),
  },
  background: {
    ...PAGES,
    needs: { pages: '1', width: 300, height: 300, fit: 'pad' },
    values: ['#000000', '#c04020', '#ffffff'],
    see: async ({ value, result, to }) => {
      const wanted = Buffer.from(`${value}`.slice(1), 'hex');
      for (const [at, level] of (await cornerOf(result.path, to)).entries()) near(level, wanted[at] ?? 0, 10);
    },
  },
  cropLeft: {
    ...PAGES,
    values: [0, 600, 16_383],
    refuses: (value) => Number(value) > PAGE_WIDTH_PX,
    see: drawn((px) => [PAGE_WIDTH_PX - px, PAGE_HEIGHT_PX]),
  },
  cropTop: {
    ...PAGES,
    values: [0, 600, 16_383],
    refuses: (value) => Number(value) > PAGE_HEIGHT_PX,
    see: drawn((px) => [PAGE_WIDTH_PX, PAGE_HEIGHT_PX - px]),
  },
  cropWidth: {
    ...PAGES,
    values: [1, 600, 16_383],
    see: drawn((px) => [Math.min(px, PAGE_WIDTH_PX), PAGE_HEIGHT_PX]),
  },
  cropHeight: {
    ...PAGES,
    values: [1, 600, 16_383],
    see: drawn((px) => [PAGE_WIDTH_PX, Math.min(px, PAGE_HEIGHT_PX)]),
  },
  'poppler quality': { ...PHOTO, see: grows(1, 100) },
  targetSize: {
    inputs: ['pages.pdf'],
    // A page of white needs so many at least.
    values: [40, 1_000_000, 2_097_152],
    needs: { pages: '1', dpi: 36 },
    see: ({ value, result }) => expect(bytesOf(result)).toBeLessThanOrEqual(Number(value) * 1_024),
  },
  'qpdf quality': { ...PHOTO, outputs: ['pdf'], see: grows(1, 100) },
  'qpdf targetSize': {
    inputs: ['photo.pdf', 'picture.fodt'],
    outputs: ['pdf'],
    values: [100, 1_000_000, 2_097_152],
    see: ({ value, result }) => expect(bytesOf(result)).toBeLessThanOrEqual(Number(value) * 1_024),
  },
  pictureDpi: {
    ...PHOTO,
    outputs: ['pdf'],
    see: ({ value, result }) =>
      // LibreOffice left 300 for each inch on five centimetres.
      near(Number(imageOf(result.path)[3]), (Math.min(300, Number(value)) * 5) / 2.54, 3),
  },
  'qpdf pages': {
    inputs: ['pages.pdf'],
    values: ['3', '2-4,5', '5-3,1,1'],
    see: ({ value, result }) => {
      const wanted = { '3': '3', '2-4,5': '2345', '5-3,1,1': '54311' }[`${value}`];
      expect([...pdfText(result.path).matchAll(/Left (\d)/g)].map(([, page]) => page).join('')).toBe(wanted);
    },
  },
  split: {
    inputs: ['pages.pdf'],
    needs: { pages: '1-2,3-5' },
    see: ({ value, result }) =>
      expect(result.outputs).toHaveLength({ none: 1, each: 5, ranges: 2 }[`${value}`] ?? 0),
  },
  'qpdf rotate': {
    inputs: ['pages.pdf'],
    see: ({ value, result }) =>
      expect(run('/usr/bin/pdfinfo', result.path)).toMatch(new RegExp(`Page rot:\\s+${value}$`, 'm')),
  },
  linearise: {
    inputs: ['pages.pdf'],
    see: ({ value, result }) =>
      expect(run('/usr/bin/pdfinfo', result.path)).toMatch(value ? /Optimized:\s+yes/ : /Optimized:\s+no/),
  },
};

const SUBTITLES: Readonly<Record<string, OptionLook>> = {
  shift: {
    inputs: ['in.srt', 'in.vtt'],
    values: [-3_600, -0.25, 0, 3_600],
    // Everything would be shown before the film begins.
    refuses: (value) => value === -3_600,
    see: (tried) => expectTimes(tried, 1, Number(tried.value) * 1_000),
  },
  fromFps: { inputs: ['in.srt', 'in.vtt'], see: seeSpeed },
  toFps: { inputs: ['in.srt', 'in.vtt'], see: seeSpeed },
};

export const DOCUMENT_LOOKS: Readonly<Record<string, OptionLook>> = {
  ...ARCHIVES,
  ...BOOKS,
  ...TABLES,
  ...FONT_LOOKS,
  ...OFFICE,
  ...MARKUPS,
  ...PDFS,
  ...SUBTITLES,
};

/** Reads a whole result with a program that did not write it. */
export async function openDocument(path: string, format: string): Promise<unknown> {
  const category = declared.format(format)?.category;
  if (format === 'pdf') return pdfText(path);
  if (isPicture(format)) return drawnPictureOf(path, format);
  if (category === 'archive') {
    openByOthers(path, format);
    return expect(membersOf(path, format).length).toBeGreaterThan(0);
  }
  if (category === 'font') return expect(scan(path)).not.toBe('');
  if (['epub', 'docx', 'odt', 'htmlz'].includes(format)) return run('/usr/bin/unzip', '-tq', path);
  return expect(bytesOf({ path })).toBeGreaterThan(0);
}
