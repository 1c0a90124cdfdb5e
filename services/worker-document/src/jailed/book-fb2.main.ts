import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { isTag } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { Container } from './book/container.js';
import { printDropped } from './book/dropped.js';
import { type PackageDocument, readPackageDocument } from './book/package-document.js';
import { makeMarkupPage } from './book/pages.js';
import { toPixels } from './book/pixels.js';
import { createPicturePlacer, type PictureFallback } from './book/placing.js';
import { FictionBookBody } from './fb2/body.js';
import { Binaries, escapeXml } from './fb2/inline.js';
import { jobArguments } from './job-arguments.js';

/**
 * Runs inside the jail: writes a book as FictionBook 2.1, /job/out/out.fb2. Argument: the path of the book, an EPUB.
 *
 * Standard output: `refused` if the book cannot be read; else one word per line for each kind of loss or rasterised
 * drawing.
 *
 * @see http://www.fictionbook.org/index.php/Описание_формата_FB2_от_Sclex
 */
const [input = ''] = jobArguments();
const FOLDER = '/job/out';
/** The picture formats that readers of FictionBook support. */
const TYPES: Readonly<Record<string, string>> = { '.jpg': 'jpeg', '.jpeg': 'jpeg', '.png': 'png' };
const PIXELS: PictureFallback = { kept: Object.keys(TYPES), draw: toPixels };

function authorOf(name: string): string {
  const words = name.split(/\s+/);
  const last = words.pop() ?? '';
  if (words.length === 0) return `<author><nickname>${escapeXml(last)}</nickname></author>`;
  return `<author><first-name>${escapeXml(words.join(' '))}</first-name><last-name>${escapeXml(last)}</last-name></author>`;
}

function descriptionOf(book: PackageDocument, coverName: string | undefined): string {
  const authors =
    book.authors.length > 0 ? book.authors.map(authorOf).join('') : '<author><nickname>?</nickname></author>';
  const cover = coverName ? `<coverpage><image l:href="#${coverName}"/></coverpage>` : '';
  const date = book.date ? `<date>${escapeXml(book.date)}</date>` : '';
  const year = /^\d{4}/.exec(book.date)?.[0];
  const publisher = book.publisher ? `<publisher>${escapeXml(book.publisher)}</publisher>` : '';
  return [
    `<description><title-info><genre>other</genre>${authors}<book-title>${escapeXml(book.title || 'Untitled')}</book-title>${date}${cover}<lang>${escapeXml(book.language || 'und')}</lang></title-info>`,
    `<document-info>${authors}<program-used>Filemill</program-used><date/><id>${escapeXml(book.identifier)}</id><version>1.0</version></document-info>`,
    `<publish-info>${publisher}${year ? `<year>${year}</year>` : ''}</publish-info></description>`,
  ].join('\n');
}

const binaryOf = (name: string): string =>
  `<binary id="${name}" content-type="image/${TYPES[extname(name)]}">${readFileSync(`${FOLDER}/${name}`).toString('base64')}</binary>`;

async function readBook(): Promise<{ book: PackageDocument; coverName: string | undefined }> {
  const container = await Container.open(input);
  const book = await readPackageDocument(container);
  const pictures = createPicturePlacer(container, FOLDER, printDropped(), PIXELS);
  return { book, coverName: await makeMarkupPage(container, book, FOLDER, pictures) };
}

const { book, coverName } = await readBook().catch((error: unknown) => {
  console.error(error);
  console.log('refused');
  process.exit(0);
});
const page = parseDocument(readFileSync(`${FOLDER}/markup.html`, 'utf8'));
const nodes = DomUtils.getElementsByTagName('body', page)[0]?.children ?? [];
const binaries = new Binaries();
// The page begins with the cover, which has its own place in FictionBook.
const { text, notes } = new FictionBookBody(binaries).build(
  coverName ? nodes.slice(nodes.findIndex(isTag) + 1) : nodes,
);
if (coverName) binaries.names.add(coverName);
const pictures = [...binaries.names].map(binaryOf);
writeFileSync(
  `${FOLDER}/out.fb2`,
  `<?xml version="1.0" encoding="UTF-8"?>\n<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">\n${descriptionOf(book, coverName)}\n<body>${text}</body>\n${notes && `<body name="notes">${notes}</body>\n`}${pictures.join('\n')}\n</FictionBook>\n`,
);
