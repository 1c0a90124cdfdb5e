import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { checkEpub } from './ebook-checker.js';
import { readPalmBook } from './ebook-palm.js';
import { run } from './ebook-reading.js';

const unzipped = (path: string, name: string): string => run('/usr/bin/unzip', ['-p', path, name]);

/** All files of a zip. */
function filesOf(path: string): (name: string) => Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'comic-'));
  try {
    run('/usr/bin/unzip', ['-q', path, '-d', folder]);
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = new Map(
      names
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [
          join(parentPath, name).slice(folder.length + 1),
          readFileSync(join(parentPath, name)),
        ]),
    );
    return (name) => files.get(name) ?? Buffer.alloc(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

function picturesOfEpub(path: string): Buffer[] {
  const fileOf = filesOf(path);
  return checkEpub(path).toc.map(({ target }) => {
    const page = fileOf(target.replace(/#.*/, '')).toString();
    return fileOf(join(target, '..', matches(page, /<img src="([^"]+)"/g).join()));
  });
}

function picturesOfHtmlz(path: string): Buffer[] {
  const fileOf = filesOf(path);
  return matches(unzipped(path, 'index.html'), /<img[^>]* src="([^"]+)"/g).map(fileOf);
}

function picturesOfTxtz(path: string): Buffer[] {
  const fileOf = filesOf(path);
  return matches(unzipped(path, 'index.txt'), /!\[[^\]]*\]\(([^)]+)\)/g).map(fileOf);
}

/** Numbers of pictures are in base 32 in the newer of the two formats. */
function picturesOfKindle(path: string): Buffer[] {
  const { html, pictures } = readPalmBook(path);
  const numbers = [
    ...matches(html, /<img[^>]* recindex="(\d+)"/g).map(Number),
    ...matches(html, /<img[^>]* src="kindle:embed:(\w+)\?/g).map((digits) => Number.parseInt(digits, 32)),
  ];
  return numbers.map((number) => pictures[number - 1] ?? Buffer.alloc(0));
}

function picturesOfFictionBook(path: string): Buffer[] {
  const text = readFileSync(path, 'utf8');
  const binaries = new Map(
    [...text.matchAll(/<binary id="([^"]+)"[^>]*>([^<]+)/g)].map(([, id, data = '']) => [
      id,
      Buffer.from(data, 'base64'),
    ]),
  );
  return matches(text, /<image l:href="#([^"]+)"/g).map((id) => binaries.get(id) ?? Buffer.alloc(0));
}

/** Drawn at the resolution at which a page has the pixels of its picture. */
function pagesOfPdf(path: string): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'comic-'));
  try {
    run('/usr/bin/pdftoppm', ['-r', '150', '-png', path, join(folder, 'page')]);
    const names = readdirSync(folder).toSorted();
    return names.map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** By the names in the text, of what its list of relations says they are: ECMA-376 part 2. */
function picturesOfWord(path: string): Buffer[] {
  const fileOf = filesOf(path);
  const relations = fileOf('word/_rels/document.xml.rels').toString();
  const targets = new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      /\bId="([^"]+)"/.exec(tag)?.[1],
      /\bTarget="([^"]+)"/.exec(tag)?.[1],
    ]),
  );
  const names = matches(fileOf('word/document.xml').toString(), /<a:blip[^>]* r:embed="([^"]+)"/g);
  return names.map((name) => fileOf(`word/${targets.get(name)}`));
}

function picturesOfText(path: string): Buffer[] {
  const fileOf = filesOf(path);
  return matches(fileOf('content.xml').toString(), /<draw:image[^>]* xlink:href="([^"]+)"/g).map(fileOf);
}

const picturesOfPage = (path: string): Buffer[] =>
  matches(readFileSync(path, 'utf8'), /<img[^>]* src="data:image\/\w+;base64,([^"]+)"/g).map((data) =>
    Buffer.from(data, 'base64'),
  );

/** The pages of a comic in reading order, by format. */
export const COMIC_PAGES: Readonly<Record<string, (path: string) => Buffer[]>> = {
  pdf: pagesOfPdf,
  epub: picturesOfEpub,
  azw3: picturesOfKindle,
  mobi: picturesOfKindle,
  fb2: picturesOfFictionBook,
  htmlz: picturesOfHtmlz,
  kepub: picturesOfEpub,
  txtz: picturesOfTxtz,
  docx: picturesOfWord,
  odt: picturesOfText,
  html: picturesOfPage,
};

const pixelsOf = (picture: Buffer) =>
  sharp(picture).flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha().raw().toBuffer();

/** How alike two pictures of one size are: 1 if they are the same. @throws {Error} if their sizes differ */
export async function likenessOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  if (a.length !== b.length) throw new Error('the sizes differ');
  const sum = a.reduce((total, value, at) => total + Math.abs(value - (b[at] ?? 0)), 0);
  return 1 - sum / a.length / 255;
}
