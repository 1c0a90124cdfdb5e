import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { palmDatabase } from '@filemill/formats/testing';
import { ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Entry, zipOf } from './archive-hostile.js';
import { BOOK, epub2Parts, packBook } from './ebook-books.js';
import { checkEpub } from './ebook-checker.js';
import { CHAPTERS, FOREIGN_PARAGRAPHS } from './ebook-prose.js';
import { picturesOfRareBook } from './ebook-rare.js';
import { bookText, run, similarity } from './ebook-reading.js';
import { Planted } from './planted.js';

/** Threats T11 and T15 of docs/security.md in books of old devices, and in zipped texts and pages. */

const SECRET = 'PLANTED-SECRET-7731';
/** A picture that every jail holds, and no book may. */
const DISK_PICTURE = '/usr/share/pixmaps/debian-logo.png';
const CHAPTER_TEXT = CHAPTERS.flatMap(([title, texts]) => [title, ...texts]);

let planted: Planted;
let epub: string;
beforeAll(async () => {
  planted = await Planted.start(SECRET, (path) => run('/usr/bin/unzip', ['-p', path]));
  epub = planted.write('two.epub', packBook(await epub2Parts()));
});
afterAll(() => planted.stop());

const part = (name: string, data: string | Buffer): Entry => ({ name, data: Buffer.from(data as string) });
const zippedText = (text: string, formatting: string): Buffer =>
  zipOf([
    part('index.txt', text),
    part('metadata.opf', `<metadata><text-formatting>${formatting}</text-formatting></metadata>`),
    part('images/own.png', readFileSync(DISK_PICTURE)),
  ]);

async function madeOf(input: string, from: string, to: string) {
  const { outputs, losses } = await planted.converter.convert({ input, from, to });
  return { path: outputs[0]?.path ?? '', codes: losses.map(({ code }) => code).toSorted() };
}
const picturesIn = (path: string): string[] =>
  run('/usr/bin/unzip', ['-Z1', path])
    .split('\n')
    .filter((name) => /\.(png|jpe?g|gif)$/.test(name));

const TARGETS = [
  DISK_PICTURE,
  `../../../../../../../..${DISK_PICTURE}`,
  '/etc/fonts/fonts.conf',
  '../../../../../../etc/fonts/fonts.conf',
];

describe('a zipped text', () => {
  it.each([
    ['markdown', (name: string) => `![a](${name})`],
    ['textile', (name: string) => `!${name}!`],
  ])('in %s shows the pictures of its zip, and none of the disk', async (formatting, imageOf) => {
    const text = `harmless words\n\n${[...TARGETS, 'images/own.png'].map(imageOf).join('\n\n')}\n`;
    const { path } = await madeOf(planted.write('a.txtz', zippedText(text, formatting)), 'txtz', 'epub');
    expect(checkEpub(path).text).toContain('harmless words');
    expect(picturesIn(path)).toEqual([expect.stringContaining('own.png')]);
    expect(run('/usr/bin/unzip', ['-p', path])).not.toContain('fontconfig');
  });

  it('stays plain where its zip says so', async () => {
    const { path } = await madeOf(
      planted.write('a.txtz', zippedText(`# no heading\n\n![a](${DISK_PICTURE})`, 'plain')),
      'txtz',
      'epub',
    );
    expect(checkEpub(path).text).toContain('# no heading');
    expect(picturesIn(path)).toEqual([]);
  });

  it('is written as Markdown with headings, links and pictures', async () => {
    const { path, codes } = await madeOf(epub, 'epub', 'txtz');
    const text = run('/usr/bin/unzip', ['-p', path, 'index.txt']);
    expect(text).toMatch(/^# The Wheel$/m);
    expect(text).toContain('(https://example.org/mill)');
    const pictures = [...text.matchAll(/!\[[^\]]*\]\((images\/[^)]+)\)/g)].map(([, name]) => name);
    expect(pictures.length).toBeGreaterThanOrEqual(2);
    expect(run('/usr/bin/unzip', ['-Z1', path]).split('\n')).toEqual(expect.arrayContaining(pictures));
    expect(codes).toEqual(expect.arrayContaining(['fonts_dropped', 'styles_dropped', 'vector_rasterised']));
  });
});

describe('a zipped page', () => {
  const pageOf = (body: string): Entry =>
    part('index.html', `<html><head><title>T</title></head><body><p>harmless words</p>${body}</body></html>`);
  const coverOf = (href: string): Entry =>
    part(
      'metadata.opf',
      `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><meta name="cover" content="c"/></metadata><manifest><item id="c" href="${href}" media-type="image/png"/></manifest></package>`,
    );

  it.each(ofToday(TARGETS, 1))(
    'shows nothing of the disk as its cover or in its text: %s',
    async (target) => {
      const bytes = zipOf([
        pageOf(`<img src="${target}"/><object data="${target}"></object>`),
        coverOf(target),
      ]);
      const { path } = await madeOf(planted.write('a.htmlz', bytes), 'htmlz', 'epub');
      expect(checkEpub(path).text).toContain('harmless words');
      expect(picturesIn(path)).toEqual([]);
      expect(run('/usr/bin/unzip', ['-p', path])).not.toContain('fontconfig');
    },
  );

  it('keeps a cover of its own', async () => {
    const bytes = zipOf([
      pageOf(''),
      coverOf('images/c.png'),
      part('images/c.png', readFileSync(DISK_PICTURE)),
    ]);
    const { path } = await madeOf(planted.write('a.htmlz', bytes), 'htmlz', 'epub');
    expect(picturesIn(path)).toEqual([expect.stringContaining('c.png')]);
  });
});

const palm = (identity: string, ...records: readonly Buffer[]): Buffer =>
  palmDatabase('A mill', identity, records);
/** zTXT 1.44 with random access: its whole text is one stream. */
function ztxt(text: Buffer): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt16BE(0x012c, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(text.length, 4);
  head[18] = 1;
  return palm('zTXTGPlm', head, deflateSync(text));
}

describe('a Palm database', () => {
  it('of plain text stays plain, in the encoding in which it is', async () => {
    const text = `${'The mill stands. '.repeat(400)}\n\n![x](${DISK_PICTURE})\n\nCaf\u00e9 *au lait*`;
    for (const [encoding, source] of [
      ['latin1', ztxt(Buffer.from(text, 'latin1'))],
      ['utf8', ztxt(Buffer.from(text))],
    ] as const) {
      const { path, codes } = await madeOf(planted.write('a.pdb', source), 'pdb', 'epub');
      expect([encoding, checkEpub(path).text]).toEqual([encoding, expect.stringContaining('Café *au lait*')]);
      expect(checkEpub(path).text).toContain(`![x](${DISK_PICTURE})`);
      expect(picturesIn(path)).toEqual([]);
      expect(codes).toEqual([]);
    }
  });

  it('of eReader keeps its text, and reports what a text alone cannot hold', async () => {
    const path = join(planted.folder, 'ereader.pdb');
    const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' };
    execFileSync('/usr/bin/ebook-convert', [epub, path, '--format=ereader'], { env, stdio: 'ignore' });
    const made = await madeOf(path, 'pdb', 'epub');
    expect(similarity(CHAPTER_TEXT, checkEpub(made.path).text)).toBeGreaterThanOrEqual(0.99);
    const text = await madeOf(path, 'pdb', 'tcr');
    expect(text.codes).toEqual(['hyperlinks_dropped', 'pictures_dropped']);
  });
});

describe('a damaged book', () => {
  it('of Palm is refused if records are missing', async () => {
    const head = Buffer.alloc(16);
    head.writeUInt16BE(1, 0);
    head.writeUInt32BE(9_000, 4);
    head.writeUInt16BE(3, 8);
    const record = Buffer.from('The mill stands.\n\n'.repeat(170));
    const whole = palm('TEXtREAd', head, record, record, record);
    const input = planted.write('cut.pdb', whole.subarray(0, whole.length - 4_000));
    await expect(madeOf(input, 'pdb', 'epub')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const { path } = await madeOf(planted.write('whole.pdb', whole), 'pdb', 'epub');
    expect(checkEpub(path).text).toContain('The mill stands.');
  });

  it.each(['rb', 'snb'])('is refused without its end: %s', async (format) => {
    const whole = readFileSync((await madeOf(epub, 'epub', format)).path);
    const input = planted.write(`half.${format}`, whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(madeOf(input, format, 'epub')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('a Rocket eBook', () => {
  it('keeps what follows an author in Cyrillic, its pictures in grey, and the place of each', async () => {
    const { path, codes } = await madeOf(epub, 'epub', 'rb');
    expect(similarity(CHAPTER_TEXT, bookText(path, 'rb'))).toBe(1);
    expect(picturesOfRareBook(path, 'rb').length).toBeGreaterThanOrEqual(4);
    const names = [
      ...run('/usr/bin/python3', [
        new URL('./fixtures/read-rare-book.py', import.meta.url).pathname,
        'rb',
        path,
      ]).matchAll(/<IMG SRC="(\d+)\.png">/g),
    ];
    expect(names.length).toBeGreaterThanOrEqual(4);
    for (const [, number] of names)
      expect(Number(number)).toBeLessThan(picturesOfRareBook(path, 'rb').length);
    expect(codes).toEqual(
      expect.arrayContaining(['colours_to_grey', 'hyperlinks_dropped', 'styles_dropped']),
    );
  });
});

describe('a book for Kobo', () => {
  const spansOf = (path: string): string[] =>
    [
      ...run('/usr/bin/unzip', ['-p', path, '*.xhtml']).matchAll(
        /<span class="koboSpan" id="(kobo\.\d+\.\d+)">/g,
      ),
    ].map(([, id]) => id as string);

  it('has a number for each sentence, is the same book, and becomes the EPUB again', async () => {
    const { path, codes } = await madeOf(epub, 'epub', 'kepub');
    const before = checkEpub(epub);
    const book = checkEpub(path);
    expect(book.problems).toEqual([]);
    expect(book.text.replace(/\s+/g, ' ')).toBe(before.text.replace(/\s+/g, ' '));
    expect(book.links).toEqual(before.links);
    expect(book.toc).toEqual(before.toc);
    expect(book.metadata.creator).toEqual(BOOK.authors);
    expect(codes).toEqual([]);
    const page = run('/usr/bin/unzip', ['-p', path, 'OEBPS/text/ch1.xhtml']);
    expect(page).toMatch(/<body[^>]*><div id="book-columns"><div id="book-inner">/);
    // Its first paragraph has two sentences, behind the title.
    expect(page).toContain(
      'id="kobo.3.1">Nobody in the valley remembered a year in which the mill had stood still. </span>',
    );
    const ids = spansOf(path);
    const sentences =
      CHAPTERS.flatMap(([, texts]) => texts)
        .join(' ')
        .match(/[.?!]["”’]?\s/g)?.length ?? 0;
    expect(ids.length).toBeGreaterThan(sentences);
    const again = await madeOf(path, 'kepub', 'epub');
    expect(spansOf(again.path)).toEqual([]);
    const names = run('/usr/bin/unzip', ['-Z1', epub])
      .split('\n')
      .filter((name) => /ch\d\.xhtml$/.test(name));
    expect(names.length).toBeGreaterThanOrEqual(3);
    const wordsOf = (from: string): string =>
      run('/usr/bin/unzip', ['-p', from, ...names]).replace(/<[^>]*>|\s+/g, '');
    expect(wordsOf(again.path)).toBe(wordsOf(epub));
  });

  it('counts each page anew, and numbers the sentences of Chinese and Japanese, too', async () => {
    const { path } = await madeOf(epub, 'epub', 'kepub');
    const names = run('/usr/bin/unzip', ['-Z1', path])
      .split('\n')
      .filter((name) => /\.xhtml$/.test(name));
    for (const name of names) {
      const ids = [...run('/usr/bin/unzip', ['-p', path, name]).matchAll(/id="(kobo\.[\d.]+)"/g)].map(
        ([, id]) => id,
      );
      expect([name, new Set(ids).size]).toEqual([name, ids.length]);
    }
    for (const [, text] of FOREIGN_PARAGRAPHS) expect(checkEpub(path).text).toContain(text);
  });

  it('expands no entity and reads no file that a page names', async () => {
    const parts = await epub2Parts();
    const page = String(parts['OEBPS/text/ch1.xhtml']);
    const declared = page.replace(
      /^(<\?xml[^>]*\?>)?(<!DOCTYPE[^>]*>)?/,
      '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY leak SYSTEM "file:///etc/fonts/fonts.conf"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    );
    const hostile = packBook({
      ...parts,
      'OEBPS/text/ch1.xhtml': declared.replace('</body>', '<p>&leak; &b;</p></body>'),
    });
    const path = planted.write('entities.epub', hostile);
    const result = await madeOf(path, 'epub', 'kepub').catch((error: unknown) => AppError.from(error).code);
    if (typeof result === 'string') return expect(result).toMatch(/^(?:FILE_CORRUPT|ENGINE_FAILED)$/);
    const content = run('/usr/bin/unzip', ['-p', result.path, 'OEBPS/text/ch1.xhtml']);
    expect(content).not.toMatch(/fontconfig|aaaaaaaaaa|ENTITY/);
  });
});
