import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { rarFive } from './archive-rar.js';
import { run } from './archive-reading.js';
import { COMIC_PAGES, likenessOf } from './comic-reading.js';
import { checkEpub } from './ebook-checker.js';

const folder = mkdtempSync(join(tmpdir(), 'comics-'));
const INFO =
  '<?xml version="1.0"?><ComicInfo><Series>Mill &amp; River</Series><Number>3</Number><Title>The Weir</Title><Writer>Ada Miller, Иван Мельник</Writer><Year>2024</Year><Month>5</Month><LanguageISO>en</LanguageISO><Manga>YesAndRightToLeft</Manga></ComicInfo>';

/** A page with a number of dots, and marks at its edges: a page that is cut off lacks some. */
function drawn(number: number, widthPx = 280, heightPx = 400) {
  const dots = Array.from(
    { length: number * 7 },
    (_, at) =>
      `<circle cx="${40 + ((at * 97) % (widthPx - 80))}" cy="${40 + ((at * 61) % (heightPx - 80))}" r="14" fill="hsl(${(at * 47 + number * 90) % 360},70%,50%)"/>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect width="${widthPx}" height="${heightPx}" fill="#fff" stroke="#a2173a" stroke-width="6"/>${dots.join('')}</svg>`,
    ),
  ).flatten({ background: '#fff' });
}

/** By name, in reading order. */
const PAGES: readonly (readonly [name: string, make: () => Promise<Buffer>])[] = [
  ['Cover.jpg', () => drawn(1).jpeg({ quality: 95 }).toBuffer()],
  ['Part 2/page 2.png', () => drawn(2).png().toBuffer()],
  ['Part 2/page 10.webp', () => drawn(3, 560, 400).webp({ quality: 95 }).toBuffer()],
  ['Part 10/page 1.png', () => drawn(4, 240, 360).png({ palette: true, progressive: true }).toBuffer()],
  ['Part 10/page 2.gif', () => drawn(5).gif().toBuffer()],
  ['Part 10/page 3.jpg', () => drawn(6).greyscale().jpeg({ quality: 95 }).toBuffer()],
];

const sources: Record<string, string> = {};
const pages: Buffer[] = [];
let converter: Converter;

/** A comic in a zip. @param files - by name */
function zipped(name: string, files: readonly (readonly [name: string, bytes: Buffer | string])[]): string {
  const tree = join(folder, `${name}.d`);
  for (const [file, bytes] of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), bytes);
  }
  const path = join(folder, `${name}.cbz`);
  run('zip', ['-qr', path, '.'], tree);
  return path;
}

beforeAll(async () => {
  for (const [, make] of PAGES) pages.push(await make());
  const named = PAGES.map(([name], at) => [name, pages[at] ?? ''] as const);
  sources.cbz = zipped('in', [...named, ['ComicInfo.xml', INFO]]);
  const tree = join(folder, 'in.d');
  sources.cbt = join(folder, 'in.cbt');
  run('tar', ['-cf', sources.cbt, '.'], tree);
  sources.cb7 = join(folder, 'in.cb7');
  run('7z', ['a', '-t7z', '-bso0', '-bsp0', sources.cb7, '.'], tree);
  sources.cbr = join(folder, 'in.cbr');
  const entries = [...named, ['ComicInfo.xml', Buffer.from(INFO)] as const].toReversed();
  writeFileSync(sources.cbr, rarFive(entries.map(([name, data]) => ({ name, data: Buffer.from(data) }))));
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

async function converted(input: string, from: string, to: string) {
  const { outputs, losses } = await converter.convert({ input, from, to });
  return { path: outputs[0]?.path ?? '', losses };
}
const metadataOf = (path: string) => checkEpub(path).metadata;

describe('every pair of a comic and a book', () => {
  provePairs(
    ({ input, output }) => input.read?.archive?.as === 'comic' && COMIC_PAGES[output.id] !== undefined,
    async ({ input: { id: from }, output: { id: to } }) => {
      const { path, losses } = await converted(sources[from] ?? '', from, to);
      expect(losses).toEqual([]);
      const seen = COMIC_PAGES[to]?.(path) ?? [];
      expect(seen).toHaveLength(pages.length);
      const alike = await Promise.all(seen.map((page, at) => likenessOf(page, pages[at] ?? Buffer.alloc(0))));
      if (to === 'epub') expect(checkEpub(path).problems).toEqual([]);
      if (to === 'pdf') expect(run('qpdf', ['--check', path])).toContain('No syntax');
      // poppler blurs the edges of a picture that it draws, even at the picture's own resolution.
      expect(Math.min(...alike)).toBeGreaterThanOrEqual(to === 'pdf' ? 0.98 : 0.99);
    },
  );
});

describe('a comic', () => {
  it('keeps title, authors, language, date and direction in EPUB and PDF, and JPEG and PNG byte for byte', async () => {
    const epub = await converted(sources.cbz ?? '', 'cbz', 'epub');
    expect(metadataOf(epub.path)).toMatchObject({
      title: ['Mill & River #3: The Weir'],
      creator: ['Ada Miller', 'Иван Мельник'],
      language: ['en'],
      date: ['2024-05'],
    });
    const package_ = run('unzip', ['-p', epub.path, 'OEBPS/package.opf']);
    expect(package_).toContain('page-progression-direction="rtl"');
    expect(package_).toContain('pre-paginated');
    const seen = COMIC_PAGES.epub?.(epub.path) ?? [];
    for (const at of [0, 1, 3, 5]) expect(seen[at]).toEqual(pages[at]);
    const pdf = await converted(sources.cbz ?? '', 'cbz', 'pdf');
    const info = run('pdfinfo', [pdf.path]);
    expect(info).toMatch(/^Title: +Mill & River #3: The Weir$/m);
    expect(info).toMatch(/^Author: +Ada Miller, Иван Мельник$/m);
    expect(run('pdfimages', ['-list', pdf.path]).match(/ jpeg /g)).toHaveLength(3);
  });

  it('without metadata has the name of its folder, and reports files that are no pages', async () => {
    const page = pages[0] ?? '';
    const input = zipped('plain', [
      ['Mill 4/1.jpg', page],
      ['Mill 4/credits.txt', 'x'],
      ['Mill 4/Thumbs.db', 'x'],
    ]);
    const { path, losses } = await converted(input, 'cbz', 'epub');
    expect(metadataOf(path).title).toEqual(['Mill 4']);
    expect(losses).toMatchObject([{ code: 'attachments_dropped', params: { count: 1 } }]);
  });

  it('with damaged pages keeps what can be seen of them, and reports their number', async () => {
    const page = pages[0] ?? Buffer.alloc(0);
    const half = page.subarray(0, page.length / 2);
    const input = zipped('damaged', [
      ['1.jpg', page],
      ['2.jpg', half],
      ['3.jpg', 'x'],
    ]);
    const { path, losses } = await converted(input, 'cbz', 'pdf');
    expect(COMIC_PAGES.pdf?.(path)).toHaveLength(2);
    expect(losses).toMatchObject([{ params: { unit: 'pages', missing: 2, total: 3 } }]);
  });

  it('is refused if it has no pages, or one of too many pixels', async () => {
    const none = zipped('none', [['a.txt', 'x']]);
    await expect(converted(none, 'cbz', 'pdf')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const create = { width: 12_000, height: 12_000, channels: 3, background: '#fff' } as const;
    const bomb = await sharp({ create }).png().toBuffer();
    const input = zipped('bomb', [['1.png', bomb]]);
    for (const to of ['pdf', 'epub'])
      await expect(converted(input, 'cbz', to)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('never uses the names in its archive as paths', async () => {
    const entries = ['../../../job/out/x.jpg', '/etc/x.jpg', 'a/../../x.jpg', "'$(id)`.jpg"];
    const input = join(folder, 'names.cbr');
    writeFileSync(input, rarFive(entries.map((name) => ({ name, data: pages[0] ?? Buffer.alloc(0) }))));
    const { path } = await converted(input, 'cbr', 'epub');
    const names = run('unzip', ['-Z1', path]).trim().split('\n');
    for (const name of names)
      expect(name).toMatch(/^(?:mimetype|META-INF\/container\.xml|OEBPS\/[a-z]+(?:-\d+)?\.\w+)$/);
  });
});
