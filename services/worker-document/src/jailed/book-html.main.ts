import { assemble } from './book/assemble.js';
import { Container } from './book/container.js';
import { readPackageDocument } from './book/package-document.js';

/**
 * Runs inside the jail: writes the book of /job/in/in.epub as one page, /job/out/book.html, with its pictures beside it.
 * Standard output: `<percent>% ` as chapters are done.
 */
const container = await Container.open('/job/in/in.epub');
const book = await readPackageDocument(container);
await assemble(container, book, '/job/out', (done, all) =>
  console.log(`${Math.round((100 * done) / all)}% `),
);
