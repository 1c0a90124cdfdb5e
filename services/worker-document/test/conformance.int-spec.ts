import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANE_OF, type Route } from '@filemill/formats';
import { isRepacking, provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { isDataRoute } from './data-files.js';
import { bookText, lettersOf } from './ebook-reading.js';
import { isReadable, readOutline } from './markup-readers.js';
import { isFlowRoute, isMarkup } from './markups.js';
import { expectSameDrawing, isMetafile, wordsIn } from './metafiles.js';
import { isPlacedWhole, OLD_SAMPLES, type OldSample, writeOldFiles } from './old-files.js';
import {
  drawnPictureOf,
  isPicture,
  missingFonts,
  pagesOf,
  picturesOf,
  placedPicturesOf,
  postScriptPagesOf,
  textOf,
} from './reading.js';
import { expectSlides, isFilm } from './slideshow-reading.js';
import { isSubtitleRoute } from './subtitle-files.js';
import { sampleOf, TEMPLATES, templateOf, xlsbOf } from './templates.js';

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Fixture, words that every output must contain, and its number of printed pages. */
const SAMPLES = {
  text: {
    words: [
      'Annual report',
      'quick brown fox',
      'Съешь ещё этих',
      '敏捷的棕色狐狸',
      '日本語',
      '🙂',
      'Revenue',
      'Second page begins',
    ],
    pages: 2,
  },
  slides: { words: ['Opening slide', 'Привет', 'Second slide', '漢字'], pages: 2 },
  cells: {
    words: ['Name', 'Ключ', '12.5', '00123', '漢字, "quoted"', '=1+1', '9.5', 'Other sheet'],
    pages: 2,
  },
  cell: { words: ['Quicksilver'], pages: 1 },
} as const;
const FILE_OF: Readonly<Record<string, keyof typeof SAMPLES>> = {
  ...{ docx: 'text', doc: 'text', odt: 'text', rtf: 'text', txt: 'text', html: 'text', pdf: 'text' },
  ...{
    pptx: 'slides',
    ppt: 'slides',
    odp: 'slides',
    xlsx: 'cells',
    xls: 'cells',
    ods: 'cells',
    csv: 'cells',
    tsv: 'cells',
    fodt: 'text',
    fodp: 'slides',
    fods: 'cells',
  },
  xlsb: 'cell',
  ...Object.fromEntries(TEMPLATES.map((id) => [id, parse(sampleOf(id)).name as keyof typeof SAMPLES])),
};
/** Words that some outputs lack: text files have no pages, csv has no second sheet. */
/** Samples whose page is as small as their drawing. */
const SMALL_DRAWINGS = ['cmx', 'wpg'];
const isOnePage = (from: string): boolean => ['txt', 'html', 'csv', 'tsv'].includes(from);
/** These store numbers as doubles, and old strings in pieces. */
const isBinary = (format: string): boolean => ['doc', 'xls', 'ppt'].includes(format);

/** White space and doubled quotes differ between formats legitimately. */
const compact = (text: string): string => text.replace(/\s+/g, '').replaceAll('""', '"');

/** The machine has no other reader of RTF. */
async function readText(path: string, format: string): Promise<string> {
  if (format !== 'rtf') return textOf(path, format);
  const { outputs } = await converter.convert({ input: path, from: 'rtf', to: 'txt' });
  return textOf(outputs[0]?.path as string, 'txt');
}

const isMine = (route: Route): boolean =>
  !isRepacking(route) &&
  !isDataRoute(route) &&
  !isSubtitleRoute(route) &&
  !isFlowRoute(route) &&
  isDocumentRoute(route);
const isFlowed = (route: Route): boolean =>
  !isDataRoute(route) && !isSubtitleRoute(route) && isFlowRoute(route);
const isDocumentRoute = ({ input, output }: Route): boolean =>
  !isMarkup(input.id) &&
  !isMarkup(output.id) &&
  LANE_OF[input.category].lane === 'document' &&
  output.category !== 'ebook';

let converter: Converter;
let folder: string;
let oldFiles: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
  for (const id of TEMPLATES) writeFileSync(join(folder, `${FILE_OF[id]}.${id}`), templateOf(id));
  writeFileSync(join(folder, 'cell.xlsb'), xlsbOf(SAMPLES.cell.words[0]));
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
  oldFiles = await writeOldFiles(join(folder, 'old'), async (input, from, to) => {
    const { outputs } = await converter.convert({ input, from, to });
    return outputs[0]?.path as string;
  });
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});
const fileOf = (name: string, format: string): string =>
  [...TEMPLATES, 'xlsb'].includes(format) ? join(folder, `${name}.${format}`) : fixture(`${name}.${format}`);

const sampleFor = (from: string): OldSample & { readonly path: string } => {
  const old = oldFiles.get(from);
  const name = FILE_OF[from] as keyof typeof SAMPLES;
  const sample: OldSample = (old === undefined ? undefined : OLD_SAMPLES[from]) ?? SAMPLES[name];
  return { ...sample, path: old ?? fileOf(name, from) };
};

describe('every pair of documents and of the markups and books that are made of them', () => {
  provePairs(isFlowed, async ({ input: { id: from }, output: { id: to } }) => {
    const { words, path } = sampleFor(from);
    const { outputs } = await converter.convert({ input: path, from, to });
    const output = outputs[0]?.path as string;
    const outline = isReadable(to) ? readOutline(output, to).text : undefined;
    const seen = outline ?? (to === 'rtf' ? await readText(output, to) : bookText(output, to));
    const found = words.filter((word) => lettersOf(seen).includes(lettersOf(word)));
    expect(found).toEqual(words);
    return found.length / words.length;
  });
});

describe('every pair of documents', () => {
  provePairs(isMine, async ({ input: { id: from }, output: { id: to } }) => {
    const old = oldFiles.get(from);
    const { path: input, ...sample } = sampleFor(from);
    const { outputs, losses } = await converter.convert({ input, from, to });
    const pages = isOnePage(from) ? 1 : sample.pages;
    if (isFilm(to)) {
      const pictures = await converter.convert({ input, from, to: 'png' });
      return expectSlides(
        outputs[0]?.path as string,
        pictures.outputs.map(({ path }) => path),
      );
    }
    if (isMetafile(to)) {
      const path = outputs[0]?.path as string;
      const pdfOf = async (file: string, format: string): Promise<string> =>
        (await converter.convert({ input: file, from: format, to: 'pdf' })).outputs[0]?.path as string;
      // Without its pictures a drawing looks different, and then its words must be there.
      if (losses.some(({ code }) => code === 'pixels_dropped')) expect(sample.words).not.toEqual([]);
      else await expectSameDrawing({ path: input, format: from }, { path, format: to }, pdfOf);
      const seen = compact(wordsIn(path, to));
      expect(sample.words.filter((word) => !seen.includes(compact(word)))).toEqual([]);
      return undefined;
    }
    if (isPicture(to)) {
      expect(outputs).toHaveLength(to === 'ps' ? 1 : pages);
      const first = outputs[0]?.path as string;
      if (to === 'ps' || to === 'eps') {
        const texts = postScriptPagesOf(first).map(compact);
        expect(texts).toHaveLength(to === 'ps' ? pages : 1);
        // A landscape page lies on its side, and the reader mixes up the order of its letters.
        const letters = old ? [] : [...compact(sample.words[0] ?? '')];
        expect(letters.filter((letter) => !texts[0]?.includes(letter))).toEqual([]);
      }
      const picture = await drawnPictureOf(first, to);
      expect(picture).toMatchObject({ isBlank: false });
      // An EPS ends where its drawing does.
      const least = to === 'eps' ? 50 : SMALL_DRAWINGS.includes(from) ? 300 : 1_200;
      expect(Math.max(picture.width ?? 0, picture.height ?? 0)).toBeGreaterThan(least);
      return undefined;
    }
    if (isPlacedWhole(from) && ['odg', 'otg', 'fodg'].includes(to)) {
      expect(placedPicturesOf(outputs[0]?.path as string, to)).toBe(1);
      return undefined;
    }
    const expected = sample.words.filter((word) => {
      if (['csv', 'tsv'].includes(from) && word === 'Other sheet') return false;
      return !(isBinary(to) && /^[\d.]+$/.test(word));
    });
    const texts = await Promise.all(outputs.map(({ path }) => readText(path, to)));
    const seen = compact(texts.join('\n'));
    expect(expected.filter((word) => !seen.includes(compact(word)))).toEqual([]);
    // Of all words, also those that a format may lack.
    const count = sample.words.length;
    const likeness =
      count > 0 ? sample.words.filter((word) => seen.includes(compact(word))).length / count : undefined;
    if (to !== 'pdf') return likeness;
    const path = outputs[0]?.path as string;
    // A list of references has a page for its title.
    expect(pagesOf(path)).toBe(['bib', 'ris', 'enw'].includes(from) ? pages + 1 : pages);
    expect(missingFonts(path)).toEqual([]);
    if (!old && !FILE_OF[from]?.startsWith('cell') && from !== 'txt')
      expect(picturesOf(path)).toBeGreaterThan(0);
    return likeness;
  });
});
