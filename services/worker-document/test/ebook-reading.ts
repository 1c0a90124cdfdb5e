import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { checkEpub } from './ebook-checker.js';
import { readPalmBook, readPalmDoc, readTcr } from './ebook-palm.js';
import { RARE_BOOKS, readRareBook } from './ebook-rare.js';

/** Runs a program that did not write the book, to see what it finds. @returns its standard output */
export const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });

const decoded = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');

/** Words of HTML or XML, without the head. */
const wordsOfMarkup = (markup: string): string =>
  decoded(
    markup
      .replace(
        /<head[\s>][\s\S]*?<\/head>|<binary[\s\S]*?<\/binary>|<(style|script)[\s>][\s\S]*?<\/\1>/gi,
        ' ',
      )
      .replace(/<[^>]+>/g, ' '),
  );

/** The words of a book or document, extracted by a program that did not write it. */
export function bookText(path: string, format: string): string {
  if (format === 'epub' || format === 'kepub') return checkEpub(path).text;
  if (format === 'pdf') return run('/usr/bin/pdftotext', [path, '-']);
  if (format === 'docx')
    return wordsOfMarkup(run('/usr/bin/unzip', ['-p', path, 'word/document.xml', 'word/footnotes.xml']));
  if (format === 'odt') return wordsOfMarkup(run('/usr/bin/unzip', ['-p', path, 'content.xml']));
  if (format === 'htmlz') return wordsOfMarkup(run('/usr/bin/unzip', ['-p', path, 'index.html']));
  if (format === 'txtz') return run('/usr/bin/unzip', ['-p', path, 'index.txt']);
  if (format === 'mobi' || format === 'azw3') return wordsOfMarkup(readPalmBook(path).html);
  if (format === 'pdb') return readPalmDoc(path);
  if (format === 'tcr') return readTcr(path);
  if (RARE_BOOKS.includes(format)) return wordsOfMarkup(readRareBook(path, format));
  const bytes = readFileSync(path, 'utf8');
  return format === 'txt' ? bytes : wordsOfMarkup(bytes);
}

/** Letters and digits only: white space, note marks and hyphens differ between formats legitimately. */
export const lettersOf = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/** Share of the ten-letter pieces of some paragraphs that a text contains in the same order. */
export function similarity(wanted: readonly string[], seen: string): number {
  const to = lettersOf(seen);
  let found = 0;
  let pieces = 0;
  let last = 0;
  for (const from of wanted.map(lettersOf)) {
    for (let at = 0; at + 10 <= from.length; at += 10) {
      pieces += 1;
      const next = to.indexOf(from.slice(at, at + 10), last);
      if (next < 0) continue;
      found += 1;
      last = next + 10;
    }
  }
  return pieces === 0 ? 0 : found / pieces;
}
