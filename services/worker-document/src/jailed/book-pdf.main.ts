import { spawn } from 'node:child_process';
import { Container } from './book/container.js';
import { printDropped } from './book/dropped.js';
import { readPackageDocument } from './book/package-document.js';
import { makePrintPage } from './book/pages.js';
import { addAuthors } from './book/pdf-info.js';

/**
 * Runs inside the jail: writes the book of /job/in/in.epub as one page, /job/out/book.html with its pictures next to
 * it, lets the given program print it as /job/out/out.pdf, and adds the authors.
 *
 * Standard output: `<percent>% ` as an estimate; one word for each kind of loss; `refused` if the book cannot be read.
 * Printing is most of the work, and Chromium reports no progress.
 */
const [program = '', ...args] = process.argv.slice(2);
const PDF = '/job/out/out.pdf';
/** Measured on novels. */
const ASSEMBLED_PERCENT = 30;
const PRINTED_PERCENT = 95;

async function makePage(): Promise<readonly string[]> {
  const container = await Container.open('/job/in/in.epub');
  const book = await readPackageDocument(container);
  await makePrintPage(container, book, '/job/out', printDropped(), (done, all) =>
    console.log(`${Math.round((ASSEMBLED_PERCENT * done) / all)}% `),
  );
  return book.authors;
}

async function print(): Promise<void> {
  const chromium = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    chromium.once('error', reject).once('exit', (...end) => resolve(end));
  });
  if (code !== 0) throw new Error(`Chromium ended with ${code ?? signal}`);
}

const authors = await makePage().catch((error: unknown) => {
  console.error(error);
  console.log('refused');
  process.exit(0);
});
await print();
console.log(`${PRINTED_PERCENT}% `);
await addAuthors(PDF, authors);
