import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { BOOK, epub3Parts, fictionBook, type Parts, packBook, page } from './ebook-books.js';
import { checkEpub } from './ebook-checker.js';
import { readPalmBook } from './ebook-palm.js';
import { run } from './ebook-reading.js';

/** SVG drawings in pages, broken and unsupported pictures, long titles, and what Kindle formats cannot hold. */

let converter: Converter;
let folder: string;
let parts: Parts;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ebook-pictures-'));
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
  parts = await epub3Parts();
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const WRAPPED_PICTURE = `<div><svg ${SVG} viewBox="0 0 80 60"><title>Wrapped</title><image width="80" height="60" xlink:href="../images/poplars.jpg"/></svg></div>`;
const DRAWING = `<p><svg ${SVG} width="8" height="6" viewBox="0 0 80 60"><title>Drawn</title><rect width="80" height="60" style="fill:#f00"/><image width="8" height="6" xlink:href="../images/poplars.jpg"/></svg></p>`;

type Path = Converted & { path: string };
/** Converts the test book with another body in its second chapter. */
async function convertBook(body: string, to: string, more: Parts = {}): Promise<Path> {
  const input = join(folder, 'in.epub');
  const chapter = page('The River', `<h1>The River</h1><p>before</p>${body}<p>after</p>`);
  writeFileSync(input, packBook({ ...parts, 'OEBPS/text/ch2.xhtml': chapter, ...more }));
  return convert(input, 'epub', to);
}
async function convert(input: string, from: string, to: string): Promise<Path> {
  const result = await converter.convert({ input, from, to });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code).toSorted();
const binariesOf = (fb2: string): Buffer[] =>
  [...fb2.matchAll(/<binary [^>]*>([^<]*)</g)].map(([, base64 = '']) => Buffer.from(base64, 'base64'));

describe('a large picture', () => {
  it('stays as it is in EPUB', async () => {
    const large = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#a23317' } })
      .jpeg()
      .toBuffer();
    const book = (await fictionBook()).replace(
      /(<binary id="cover.jpg"[^>]*>)[^<]*/,
      `$1${large.toString('base64')}`,
    );
    writeFileSync(join(folder, 'large.fb2'), book);
    const { path } = await convert(join(folder, 'large.fb2'), 'fb2', 'epub');
    const cover = execFileSync('/usr/bin/unzip', ['-p', path, checkEpub(path).coverPath ?? '']);
    const { width, height } = await sharp(cover).metadata();
    expect([width, height]).toEqual([3_000, 2_000]);
  });
});

describe('an SVG drawing in a page', () => {
  it('becomes a picture in a FictionBook, and rasterising is reported', async () => {
    const result = await convertBook(WRAPPED_PICTURE + DRAWING, 'fb2');
    const text = readFileSync(result.path, 'utf8');
    expect(text.match(/<image [^>]*alt="(?:Wrapped|Drawn)"/g)).toHaveLength(2);
    const kinds = await Promise.all(
      binariesOf(text).map(async (bytes) => (await sharp(bytes).metadata()).format),
    );
    expect(kinds.toSorted()).toEqual(['jpeg', 'jpeg', 'png']);
    const drawn = binariesOf(text).find((bytes) => bytes[0] === 0x89);
    const [red] = await sharp(drawn)
      .raw()
      .toBuffer()
      .then((pixels) => [[...pixels.subarray(-4, -1)]]);
    expect(red).toEqual([255, 0, 0]);
    expect(codesOf(result)).toEqual([
      'fonts_dropped',
      'scripts_dropped',
      'styles_dropped',
      'vector_rasterised',
    ]);
    expect(codesOf(await convertBook(WRAPPED_PICTURE, 'fb2'))).not.toContain('vector_rasterised');
  });

  it('becomes a picture in a Word file', async () => {
    const result = await convertBook(WRAPPED_PICTURE + DRAWING, 'docx');
    const names = run('/usr/bin/unzip', ['-Z1', result.path]).match(/word\/media\/.*/g) ?? [];
    expect(names.map((name) => name.replace(/.*\./, '')).toSorted()).toEqual(['jpg', 'jpg', 'png']);
    expect(codesOf(result)).toContain('vector_rasterised');
  });

  it('is rasterised in MOBI, which is reported, and stays SVG in AZW3', async () => {
    expect(codesOf(await convertBook(DRAWING, 'mobi'))).toContain('vector_rasterised');
    const kindle = await convertBook(DRAWING, 'azw3');
    expect(readFileSync(kindle.path, 'latin1')).toContain('<svg');
    expect(codesOf(kindle)).toEqual([]);
    expect(codesOf(await convert(kindle.path, 'azw3', 'mobi'))).toContain('vector_rasterised');
  });

  it('stays in the web page, and in a book made of that page', async () => {
    const result = await convertBook(WRAPPED_PICTURE + DRAWING, 'html');
    const html = readFileSync(result.path, 'utf8');
    expect(html).toMatch(/<img src="data:image\/jpeg[^>]*alt="Wrapped"/);
    const again = await convert(result.path, 'html', 'epub');
    expect(checkEpub(again.path).problems).toEqual([]);
    const names = run('/usr/bin/unzip', ['-Z1', again.path]).match(/.*\.svg/g) ?? [];
    expect(names).toHaveLength(1);
    const svg = Buffer.from(run('/usr/bin/unzip', ['-p', again.path, names[0] ?? '']));
    expect(svg.toString()).not.toMatch(/href="(?!data:)/);
    expect((await sharp(svg).raw().toBuffer()).subarray(-4, -1)).toEqual(Buffer.from([255, 0, 0]));
  });

  it('in a web page becomes an SVG file of the book', async () => {
    const input = join(folder, 'in.html');
    writeFileSync(
      input,
      '<h1>One</h1><p>a <svg viewBox="0 0 4 4"><linearGradient id="g"><stop stop-color="red"/></linearGradient><path fill="url(#g)" d="M0 0h4v4H0z"/></svg></p>',
    );
    const { path } = await convert(input, 'html', 'epub');
    const svg = Buffer.from(run('/usr/bin/unzip', ['-p', path, 'EPUB/media/file0.svg']));
    expect((await sharp(svg).raw().toBuffer()).subarray(0, 3)).toEqual(Buffer.from([255, 0, 0]));
  });
});

it('turns a picture in a data URL into a picture of the FictionBook', async () => {
  const png = parts['OEBPS/images/weir plan.png'];
  const drawing = `data:image/svg+xml,${encodeURIComponent(`<svg ${SVG} width="3" height="3"/>`)}`;
  const body = `<p><img src="data:image/png;base64,${Buffer.from(png ?? '').toString('base64')}" alt="a"/><img src="${drawing}" alt="b"/><img src="data:image/tiff,x" alt="[c]"/></p>`;
  const result = await convertBook(body, 'fb2');
  const text = readFileSync(result.path, 'utf8');
  const widths = await Promise.all(
    binariesOf(text).map(async (bytes) => (await sharp(bytes).metadata()).width),
  );
  expect(widths).toEqual(expect.arrayContaining([64, 8]));
  expect(text).toContain('[c]');
  expect(codesOf(result)).toContain('pictures_dropped');
});

describe('a picture that cannot be read', () => {
  const broken: Parts = {
    'OEBPS/images/b.gif': 'GIF89a, invalid',
    'OEBPS/images/b.svg': '<svg',
    'OEBPS/images/b.bmp': 'BM, invalid',
    'OEBPS/images/gif-named.svg': Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  };
  const imagesOf = (names: readonly string[]): string =>
    names.map((name) => `<p><img src="../images/${name}" alt="[${name}]"/></p>`).join('');

  it('is replaced by its description in a FictionBook, and the rest of the book is complete', async () => {
    const result = await convertBook(imagesOf(['b.gif', 'b.svg', 'b.bmp', 'gif-named.svg']), 'fb2', broken);
    const text = readFileSync(result.path, 'utf8');
    for (const name of ['b.gif', 'b.svg', 'b.bmp', 'gif-named.svg']) expect(text).toContain(`[${name}]`);
    expect(text).toContain('<p>after</p>');
    expect(codesOf(result)).toEqual([
      'fonts_dropped',
      'pictures_dropped',
      'scripts_dropped',
      'styles_dropped',
    ]);
  });

  it('is replaced by its description in a Word file, and the rest of the book is complete', async () => {
    const result = await convertBook(imagesOf(['b.svg']), 'docx', broken);
    expect(run('/usr/bin/unzip', ['-p', result.path, 'word/document.xml'])).toContain('[b.svg]');
    expect(codesOf(result)).toEqual([
      'fonts_dropped',
      'pictures_dropped',
      'scripts_dropped',
      'styles_dropped',
    ]);
  });
});

describe('content that the output format cannot hold', () => {
  const tiff: Parts = { 'OEBPS/images/b.tif': 'II*' };
  const image = '<p><img src="../images/b.tif" alt="[tiff]"/></p>';

  it.each(['html', 'txt', 'pdf'])('is reported for a picture format that %s cannot show', async (to) => {
    const result = await convertBook(image, to, tiff);
    expect(codesOf(result)).toContain('pictures_dropped');
    if (to !== 'pdf') expect(readFileSync(result.path, 'utf8')).toContain('[tiff]');
    expect(codesOf(await convertBook('', to, tiff)).includes('pictures_dropped')).toBe(to === 'txt');
  });

  it('is reported for forms, media, scripts and external pictures', async () => {
    const body =
      '<p style="color:red" onclick="x()">a</p><form><input name="a"/></form><img src="https://example.org/p.png" alt="[far]"/><audio src="a"></audio>';
    const expectedCodes = ['forms_dropped', 'media_dropped', 'outside_pictures_dropped', 'scripts_dropped'];
    for (const to of ['html', 'fb2', 'pdf'])
      expect(codesOf(await convertBook(body, to))).toEqual(expect.arrayContaining(expectedCodes));
    const input = join(folder, 'in.html');
    writeFileSync(input, `<p>b</p>${body}`);
    expect(codesOf(await convert(input, 'html', 'epub'))).toEqual([
      'forms_dropped',
      'media_dropped',
      'outside_pictures_dropped',
      'styles_dropped',
    ]);
  });

  it('is reported for the style sheet of a FictionBook', async () => {
    const input = join(folder, 'in.fb2');
    const book = (sheet: string) =>
      `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">${sheet}<description><title-info><book-title>T</book-title><lang>en</lang></title-info></description><body><section><p>words</p></section></body></FictionBook>`;
    const codes = async (sheet: string) => {
      writeFileSync(input, book(sheet));
      return codesOf(await convert(input, 'fb2', 'mobi'));
    };
    expect(await codes('<stylesheet type="text/css">p{color:#123456}</stylesheet>')).toEqual([
      'styles_dropped',
    ]);
    expect(await codes('')).toEqual([]);
  });
});

it.each(['Ж', '水'])('shortens a title of 1,000 × %s in a PDF, and keeps the authors', async (letter) => {
  const opf = String(parts['OEBPS/package.opf']).replace(/(<dc:title>)[^<]*/, `$1${letter.repeat(1_000)}`);
  const info = run('/usr/bin/pdfinfo', [(await convertBook('', 'pdf', { 'OEBPS/package.opf': opf })).path]);
  expect(info).toContain(`${letter.repeat(250)}\n`);
  expect(info).toContain(BOOK.authors.join(', '));
});

it('reports what an AZW3 loses as MOBI', async () => {
  const kindle = await convertBook('', 'azw3');
  expect(codesOf(kindle)).toEqual([]);
  const result = await convert(kindle.path, 'azw3', 'mobi');
  expect(readPalmBook(result.path).hasFonts).toBe(false);
  expect(codesOf(result)).toEqual(['fonts_dropped', 'styles_dropped']);
});

it('refuses an EPUB with FILE_CORRUPT if its container cannot be unpacked', async () => {
  const bytes = packBook(parts);
  const at = bytes.indexOf('OEBPS/text/ch1.xhtml') + 'OEBPS/text/ch1.xhtml'.length;
  bytes.fill(0xff, at, at + 40);
  const input = join(folder, 'damaged.epub');
  writeFileSync(input, bytes);
  const error = await convert(input, 'epub', 'fb2').catch(AppError.from);
  expect(error).toMatchObject({ code: 'FILE_CORRUPT' });
});
