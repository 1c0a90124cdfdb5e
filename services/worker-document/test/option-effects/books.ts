import { differsIn, near, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { run } from '../options-files.js';
import {
  growsAbout,
  inZip,
  letterHeight,
  namesIn,
  POINTS,
  pdfText,
  seeMargins,
  seeOrientation,
  seePaper,
} from './shared.js';

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

export const BOOKS: Readonly<Record<string, OptionLook>> = {
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
  compress: { inputs: ['book.epub'], outputs: ['azw3', 'mobi'], see: growsAbout(true, false) },
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
