import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@filemill/formats';
import { isRepacking, provePairs } from '@filemill/worker/proving';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BOOK, epub2Parts, epub3Parts, fictionBook, packBook, plainText, webPage } from './ebook-books.js';
import { checkEpub } from './ebook-checker.js';
import { readPalmBook } from './ebook-palm.js';
import { CHAPTERS, ENDNOTE, FOOTNOTE, FOREIGN_PARAGRAPHS } from './ebook-prose.js';
import { writeRareBooks } from './ebook-rare.js';
import { bookText, run, similarity } from './ebook-reading.js';
import { isFlowRoute, isMarkup } from './markups.js';
import { missingFonts, pagesOf, picturesOf } from './reading.js';

const PROSE = CHAPTERS.flatMap(([title, texts]) => [title, ...texts]);
const TITLES = CHAPTERS.map(([title]) => title);

let converter: Converter;
let folder: string;
/** Paths of the source books by format; our engines make some of them from the EPUB. */
const sources = new Map<string, string>();

/** The machine has no other reader of RTF. */
async function readBook(path: string, format: string): Promise<string> {
  if (format !== 'rtf') return bookText(path, format);
  const { outputs } = await converter.convert({ input: path, from: 'rtf', to: 'txt' });
  return bookText(outputs[0]?.path ?? '', 'txt');
}

/** Converts the source with this name; its format is the name without a number. */
async function made(source: string, to: string, options = {}): Promise<Converted & { path: string }> {
  const from = source.replace(/^epub2$/, 'epub');
  const result = await converter.convert({ input: sources.get(source) ?? '', from, to, options });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code).toSorted();
const unzipped = (path: string, ...names: string[]): string => run('/usr/bin/unzip', ['-p', path, ...names]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ebooks-'));
  const add = (format: string, name: string, content: string | Buffer): void => {
    sources.set(format, join(folder, name));
    writeFileSync(join(folder, name), content);
  };
  add('epub', 'three.epub', packBook(await epub3Parts()));
  add('epub2', 'two.epub', packBook(await epub2Parts()));
  add('fb2', 'book.fb2', await fictionBook());
  add('txt', 'book.txt', plainText());
  add('html', 'book.html', await webPage());
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
  const written = writeRareBooks(sources.get('epub2') ?? '', folder, '--disable-font-rescaling');
  for (const [format, path] of written) sources.set(format, path);
  for (const format of ['mobi', 'azw3', 'docx', 'kepub'])
    sources.set(format, (await made('epub', format)).path);
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

it('finds no problem in the sample books', () => {
  for (const format of ['epub', 'epub2']) expect(checkEpub(sources.get(format) ?? '').problems).toEqual([]);
});

/** calibre, which wrote the sample, gives it a page of contents, and names style sheets there that it does not write. */
const STYLES_OF_LIT = /^contents\.xhtml refers to (?:tocstyle|manglecase)\.css/;
/** A text has no title but its first line, and the sample of LRF lacks a sign. */
const TITLE_OF: Readonly<Record<string, string>> = {
  txt: 'Chapter 1. The Wheel',
  lrf: BOOK.title.replace('& ', ''),
  pdb: 'The Wheel',
  tcr: 'The Wheel',
};
/** calibre's sample names a drawing that it has left out. */
const DRAWING_OF_RB = /refers to \d+, which does not exist/;
/** Of pictures in another folder than their page, calibre's sample has wrong names. */
const PICTURES_OF_SNB = /refers to oebps_text_\.\._images_/;
const FLAWS: Readonly<Record<string, RegExp>> = {
  lit: STYLES_OF_LIT,
  rb: DRAWING_OF_RB,
  snb: PICTURES_OF_SNB,
};
/** Lines of text: nothing tells what is a heading. */
const WITHOUT_HEADINGS = ['pdb', 'tcr', 'snb'];
const titleOf = (from: string): string => TITLE_OF[from] ?? BOOK.title;

describe('every pair of books', () => {
  const isMine = (route: Route): boolean => !isFlowRoute(route) && !isRepacking(route) && isOfBooks(route);
  const isOfBooks = ({ input, output }: Route): boolean =>
    (input.category === 'ebook' || output.category === 'ebook') &&
    !input.read?.archive &&
    !isMarkup(input.id) &&
    !isMarkup(output.id);

  provePairs(isMine, async ({ input: { id: from }, output: { id: to } }) => {
    const { path } = await made(from, to);
    const text = await readBook(path, to);
    const likeness = similarity(PROSE, text);
    expect(likeness).toBeGreaterThanOrEqual(0.99);
    for (const [language, paragraph] of FOREIGN_PARAGRAPHS) {
      // pdftotext reorders right-to-left lines.
      if (to === 'pdf' && ['he', 'ar'].includes(language)) continue;
      expect(similarity([paragraph], text)).toBe(1);
    }
    if (to === 'epub') {
      const report = checkEpub(path);
      const others = report.problems.filter((problem) => !FLAWS[from]?.test(problem));
      expect(others).toEqual([]);
      expect(report.metadata.title).toEqual([titleOf(from)]);
      // A book of Bambook lists its chapters, and the sample, which is made of one page, has one.
      if (WITHOUT_HEADINGS.includes(from)) return likeness;
      const labels = report.toc.map(({ label }) => label.replace(/^Chapter \d\. /, ''));
      expect(labels).toEqual(expect.arrayContaining(TITLES));
    }
    const title = titleOf(from);
    if (to === 'mobi' || to === 'azw3') expect(readPalmBook(path).fields.title).toEqual([title]);
    if (to === 'htmlz') {
      expect(unzipped(path, 'metadata.opf')).toContain(`>${title.replace('&', '&amp;')}</dc:title>`);
      // In MOBI a heading is a large paragraph.
      if (from !== 'mobi' && !WITHOUT_HEADINGS.includes(from))
        expect(unzipped(path, 'index.html')).toMatch(/<h1[\s>]/);
    }
    if (to === 'fb2')
      expect(readFileSync(path, 'utf8')).toContain(`<book-title>${title.replace('&', '&amp;')}</book-title>`);
    if (to === 'pdf') {
      expect(pagesOf(path)).toBeGreaterThanOrEqual(4);
      expect(missingFonts(path)).toEqual([]);
      const outline = run('/usr/bin/mutool', ['show', path, 'outline']);
      // In LRF a heading is a line of large letters.
      for (const title of ['lrf', ...WITHOUT_HEADINGS].includes(from) ? [] : TITLES)
        expect(outline).toContain(`"${title}"`);
    }
    return likeness;
  });
});

describe('a book', () => {
  it('keeps its cover, notes, links, languages and metadata to Kindle and back', async () => {
    const kindle = readPalmBook(sources.get('mobi') ?? '');
    expect(kindle.fields).toMatchObject({
      title: [BOOK.title],
      author: BOOK.authors,
      publisher: [BOOK.publisher],
    });
    expect(kindle.fields.date[0]).toContain(BOOK.date);
    expect(kindle.fields.language).toEqual([BOOK.language]);
    expect(kindle.fields.cover).toHaveLength(1);
    expect(kindle.pictures.length).toBeGreaterThanOrEqual(4);
    expect(kindle.html.match(/filepos=/g)?.length).toBeGreaterThanOrEqual(6);
    const back = checkEpub((await made('mobi', 'epub')).path);
    expect(back.metadata).toMatchObject({
      creator: BOOK.authors,
      publisher: [BOOK.publisher],
      language: ['en'],
    });
    expect(back.metadata.date?.[0]).toContain(BOOK.date);
    expect(back.coverPath).toBeDefined();
    expect(back.pictures).toHaveLength(4);
    expect(back.addresses).toEqual(['https://example.org/mill']);
    expect(back.toc.find(({ label }) => label === 'The Yard')?.depth).toBe(1);
    // To the note and back, to the end note and back, between chapters.
    expect(back.links.length).toBeGreaterThanOrEqual(6);
  });

  it('in EPUB 2 keeps its fonts, cover and links in AZW3', async () => {
    const result = await made('epub2', 'azw3');
    const kindle = readPalmBook(result.path);
    expect(kindle).toMatchObject({
      hasFonts: true,
      fields: { author: BOOK.authors, cover: [expect.anything()] },
    });
    expect(kindle.html.match(/href="kindle:pos/g)?.length).toBeGreaterThanOrEqual(6);
    expect(codesOf(result)).toEqual([]);
  });

  it('is compressed for Kindle only on request', async () => {
    const [plain, packed] = [await made('epub', 'mobi'), await made('epub', 'mobi', { compress: true })];
    expect(readPalmBook(plain.path).isPacked).toBe(false);
    expect(readPalmBook(packed.path).isPacked).toBe(true);
    expect(similarity(PROSE, bookText(packed.path, 'mobi'))).toBe(1);
    expect(packed.outputs[0]?.sizeBytes).toBeLessThan(plain.outputs[0]?.sizeBytes ?? 0);
    expect(codesOf(plain)).toEqual(['fonts_dropped', 'styles_dropped', 'vector_rasterised']);
  });

  it('keeps its cover, notes, language and metadata from FictionBook, in any encoding', async () => {
    const old = join(folder, 'old.fb2');
    const text = (await fictionBook('windows-1251')).replace(
      /[^\0-\x7f\u0400-\u045f]/g,
      (letter) => `&#${letter.codePointAt(0)};`,
    );
    writeFileSync(
      old,
      Buffer.from(
        [...text]
          .map((letter) => letter.charCodeAt(0))
          .map((code) => (code < 128 ? code : cyrillicByte(code))),
      ),
    );
    sources.set('old', old);
    const { outputs } = await converter.convert({ input: old, from: 'fb2', to: 'epub' });
    const book = checkEpub(outputs[0]?.path ?? '');
    expect(book.problems).toEqual([]);
    expect(book.text).toContain(FOREIGN_PARAGRAPHS[0]?.[1]);
    expect(book.metadata).toMatchObject({
      creator: [BOOK.authors[0]],
      publisher: [BOOK.publisher],
      language: ['en'],
    });
    expect(book.coverPath).toBeDefined();
    expect(book.text).toContain(FOOTNOTE);
    expect(book.links.length).toBeGreaterThanOrEqual(2);
  });

  it('becomes a Word file with real footnotes, headings, links, pictures and properties, and a book again', async () => {
    const result = await made('epub', 'docx');
    const [document, notes] = [
      unzipped(result.path, 'word/document.xml'),
      unzipped(result.path, 'word/footnotes.xml'),
    ];
    expect(notes).toContain(FOOTNOTE);
    expect(document).toContain(ENDNOTE);
    expect(document.match(/w:pStyle w:val="Heading1"/g)).toHaveLength(4);
    const anchors = [...document.matchAll(/w:anchor="([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors.length).toBeGreaterThanOrEqual(4);
    for (const anchor of anchors) expect(document).toContain(`w:name="${anchor}"`);
    expect(run('/usr/bin/unzip', ['-Z1', result.path]).match(/word\/media\//g)).toHaveLength(4);
    expect(unzipped(result.path, 'docProps/core.xml')).toContain(
      `<dc:creator>${BOOK.authors.join('; ')}</dc:creator>`,
    );
    expect(codesOf(result)).toEqual([
      'fonts_dropped',
      'scripts_dropped',
      'styles_dropped',
      'vector_rasterised',
    ]);
    const again = checkEpub((await made('docx', 'epub')).path);
    const { metadata } = again;
    expect(metadata).toMatchObject({
      creator: BOOK.authors,
      publisher: [BOOK.publisher],
      language: ['en'],
      identifier: [BOOK.identifier],
      date: [BOOK.date],
    });
    expect(again.text).toContain(FOOTNOTE);
    expect(again.toc.find(({ label }) => label === 'The Yard')?.depth).toBe(1);
    expect(again.links.filter((link) => !link.includes('nav.xhtml')).length).toBeGreaterThanOrEqual(5);
  });

  it('becomes a complete web page, and plain text with its notes', async () => {
    const result = await made('epub', 'html');
    const page = readFileSync(result.path, 'utf8');
    expect(page).toContain('lang="en"');
    for (const name of [...BOOK.authors, BOOK.publisher]) expect(page).toContain(`content="${name}"`);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThanOrEqual(8);
    for (const id of targets) expect(page).toContain(`id="${id}"`);
    const sources = [...page.matchAll(/\ssrc="([^"]{0,20})/g)].map(([, source]) => source);
    expect(sources).toHaveLength(4);
    for (const source of sources) expect(source).toMatch(/^data:image/);
    expect(page).not.toContain('RAN');
    const text = await made('epub', 'txt');
    expect(readFileSync(text.path, 'utf8')).toContain('[1] The weir was measured');
    expect(codesOf(text)).toEqual([
      'fonts_dropped',
      'hyperlinks_dropped',
      'pictures_dropped',
      'scripts_dropped',
      'styles_dropped',
    ]);
  });

  it('becomes a FictionBook with its cover, nested chapters, notes and links, and a book again', async () => {
    const result = await made('epub', 'fb2');
    const text = readFileSync(result.path, 'utf8');
    expect(text).toContain('<coverpage><image l:href="#picture-0.jpg"/></coverpage>');
    expect(text).toContain('<first-name>Иван</first-name><last-name>Мельник</last-name>');
    for (const words of [`<lang>en</lang>`, BOOK.identifier, BOOK.publisher, `<date>${BOOK.date}</date>`]) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/<body name="notes"><section id="(id\d+)">.*weir was measured/s);
    const targets = [...text.matchAll(/<a l:href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(6);
    for (const id of targets) expect(text).toContain(` id="${id}"`);
    expect(text.match(/<binary /g)).toHaveLength(4);
    expect(text).toMatch(/<\/section>\s*<section id="\w+"><title><p>The Yard/);
    expect(codesOf(result)).toEqual([
      'fonts_dropped',
      'scripts_dropped',
      'styles_dropped',
      'vector_rasterised',
    ]);
    const again = await converter.convert({ input: result.path, from: 'fb2', to: 'epub' });
    const book = checkEpub(again.outputs[0]?.path ?? '');
    expect(book.problems).toEqual([]);
    expect(book.links.length).toBeGreaterThanOrEqual(6);
  });

  it('becomes a PDF with its cover, a page for each chapter, contents, links, fonts and authors', async () => {
    const fractions: number[] = [];
    const { outputs } = await converter.convert({
      input: sources.get('epub') ?? '',
      from: 'epub',
      to: 'pdf',
      onProgress: (fraction) => fractions.push(fraction),
    });
    const path = outputs[0]?.path ?? '';
    const info = run('/usr/bin/pdfinfo', [path]);
    expect(info).toMatch(/^Title: +The Mill & the River$/m);
    expect(info).toMatch(/^Author: +Ada Miller, Иван Мельник$/m);
    expect(pagesOf(path)).toBe(5);
    expect(
      bookText(path, 'pdf')
        .split('\f')
        .map((page) => page.trim().split('\n')[0]),
    ).toEqual(['', ...TITLES, 'Notes', '']);
    expect(picturesOf(path)).toBeGreaterThanOrEqual(3);
    expect(run('/usr/bin/pdffonts', [path])).toContain('DejaVuSansMono');
    expect(run('/usr/bin/mutool', ['show', path, 'outline'])).toMatch(/^\|\t\t"The Yard"/m);
    for (const place of ['c0-ref1', 'c0-fn1', 'c1-poplars', 'c3-en1'])
      expect(run('/usr/bin/pdfinfo', ['-dests', path])).toContain(`"${place}"`);
    expect(run('/usr/bin/qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
    expect(fractions.length).toBeGreaterThan(3);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  it('made of a web page keeps metadata, pictures and links, and reports what it drops', async () => {
    const result = await made('html', 'epub');
    const book = checkEpub(result.path);
    expect(book.metadata).toMatchObject({
      creator: BOOK.authors,
      publisher: [BOOK.publisher],
      language: ['en'],
    });
    expect(book.pictures).toHaveLength(1);
    expect(book.links.some((link) => link.endsWith('#c0-plan'))).toBe(true);
    expect(codesOf(result)).toEqual(['styles_dropped']);
  });

  it('reports progress while calibre converts it', async () => {
    const fractions: number[] = [];
    await converter.convert({
      input: sources.get('epub') ?? '',
      from: 'epub',
      to: 'mobi',
      onProgress: (fraction) => fractions.push(fraction),
    });
    expect(fractions).toEqual([0.01, 0.34, 0.67]);
  });
});

/** The byte of a Cyrillic letter in Windows-1251. */
const cyrillicByte = (code: number): number => {
  if (code === 0x451) return 0xb8;
  if (code === 0x401) return 0xa8;
  return code - 0x410 + 0xc0;
};
