import { Browser } from './book/browser.js';
import { Container } from './book/container.js';
import { printDropped } from './book/dropped.js';
import { readPackageDocument } from './book/package-document.js';
import { makePrintPage } from './book/pages.js';
import type { PrintSettings } from './book/paper.js';
import { addAuthors } from './book/pdf-info.js';
import { waitForArguments } from './job-arguments.js';

/**
 * Runs inside the jail: starts the browser that its arguments name, then waits for the path of a book, an EPUB, and settings as JSON. It writes the
 * book as one page, /job/out/book.html with its pictures next to it, lets the browser print it as /job/out/out.pdf, and adds
 * the authors.
 *
 * Standard output: `<percent>% ` as an estimate; one word for each kind of loss; `refused` if the book cannot be read.
 * Printing is most of the work, and Chromium reports no progress.
 */
const [program = '', ...args] = process.argv.slice(2);
const PAGE = 'file:///job/out/book.html';
const PDF = '/job/out/out.pdf';
/** Measured on novels. */
const ASSEMBLED_PERCENT = 30;
const PRINTED_PERCENT = 95;

async function makePage(path: string, settings: PrintSettings): Promise<readonly string[]> {
  const container = await Container.open(path);
  const book = await readPackageDocument(container);
  await makePrintPage(container, book, '/job/out', settings, printDropped(), (done, all) =>
    console.log(`${Math.round((ASSEMBLED_PERCENT * done) / all)}% `),
  );
  return book.authors;
}

const waiting = await Browser.start(program, args);
const [input = '', settingsText = '{}'] = waitForArguments();
const settings = JSON.parse(settingsText) as PrintSettings;
const authors = await makePage(input, settings).catch((error: unknown) => {
  console.error(error);
  console.log('refused');
  process.exit(0);
});
// A browser may have ended while it waited.
const browser = waiting.isAlive ? waiting : await Browser.start(program, args);
await browser.print(PAGE, PDF, settings);
await browser.end();
console.log(`${PRINTED_PERCENT}% `);
await addAuthors(PDF, authors);
