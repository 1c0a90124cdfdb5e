import { z } from 'zod';
import { CONTENTS_OF_HEADINGS } from '../define/book-options.js';
import { defineFormat } from '../define/format.js';
import { finds, shows } from '../define/signature.js';
import { inspectPackage, packageSignature } from '../document/readers/packages.js';
import { inspectEpub } from './readers/epub.js';
import { inspectFictionBook, isFictionBook } from './readers/fiction-book.js';
import { detectMobipocket, inspectMobipocket } from './readers/mobipocket.js';

/** Options of Amazon's two containers: compressing a book takes several times as long as making it. */
const kindleOptions = z.strictObject({
  compress: z
    .boolean()
    .default(false)
    .describe('Pack the text: a smaller file that takes several times as long to make.'),
});

/** Uncompressed by default: calibre compresses in Python, which is slow. */
const kindleArgs = ({ compress }: { readonly compress?: unknown }): readonly string[] =>
  compress === true ? [] : ['--dont-compress'];

/** EPUB 3.3 and 2.0.1: every other book format is converted to it on the way to documents. */
export const epub = defineFormat({
  id: 'epub',
  label: 'EPUB',
  category: 'ebook',
  extensions: ['epub'],
  mimeTypes: ['application/epub+zip'],
  signature: packageSignature('epub'),
  sharesBytesWith: ['zip'],
  limits: inspectEpub,
  read: {
    calibre: { as: 'ebook', contents: 'package' },
    pandoc: { as: 'book', source: 'book' },
    chromium: { as: 'book' },
    fictionbook: { as: 'book' },
    kobo: { as: 'book' },
  },
  write: {
    // Otherwise calibre would draw a cover for a book without one, and make pictures as small as one of its readers.
    calibre: {
      from: ['ebook'],
      args: () => ['--no-default-epub-cover', '--preserve-cover-aspect-ratio', '--output-profile=tablet'],
      settings: 'epub',
    },
    comics: { from: ['comic'], book: 'epub' },
    kobo: { from: ['numbered book'] },
    pandoc: {
      from: ['markup'],
      arguments: ['--to=epub3', '--toc-depth=3'],
      settings: ['tocDepth', 'numberSections', 'chapterLevel'],
    },
  },
});

/** Mobipocket, as every Kindle before 2011 reads it: PalmDB with HTML inside. */
export const mobi = defineFormat({
  id: 'mobi',
  label: 'MOBI',
  category: 'ebook',
  extensions: ['mobi', 'prc', 'azw'],
  mimeTypes: ['application/x-mobipocket-ebook'],
  signature: [finds(800, detectMobipocket, 'mobi')],
  limits: inspectMobipocket,
  read: { calibre: { as: 'ebook', contents: 'kindle' } },
  write: {
    calibre: {
      from: ['ebook'],
      options: kindleOptions,
      args: kindleArgs,
      lacks: ['fonts', 'styles'],
      settings: 'old kindle',
    },
  },
});

/** Kindle Format 8. */
export const azw3 = defineFormat({
  id: 'azw3',
  label: 'AZW3',
  category: 'ebook',
  extensions: ['azw3'],
  mimeTypes: ['application/vnd.amazon.mobi8-ebook'],
  signature: [finds(800, detectMobipocket, 'azw3')],
  limits: inspectMobipocket,
  read: { calibre: { as: 'ebook', contents: 'kindle' } },
  write: { calibre: { from: ['ebook'], options: kindleOptions, args: kindleArgs, settings: 'kindle' } },
});

/** FictionBook 2.1: one XML file that includes its pictures. */
export const fb2 = defineFormat({
  id: 'fb2',
  label: 'FB2',
  category: 'ebook',
  extensions: ['fb2'],
  mimeTypes: ['application/x-fictionbook+xml'],
  signature: [shows(799, isFictionBook)],
  limits: inspectFictionBook,
  holds: ['text', 'flow', 'formatting', 'links', 'pictures', 'styles'],
  // Otherwise calibre would generate a table of contents at the start.
  read: { calibre: { as: 'ebook', contents: 'fictionbook', arguments: ['--no-inline-fb2-toc'] } },
  write: { fictionbook: { from: ['book'] } },
});

/** A book as one web page with its pictures and styles in a zip: calibre's own format. */
export const htmlz = defineFormat({
  id: 'htmlz',
  label: 'HTMLZ',
  category: 'ebook',
  extensions: ['htmlz'],
  mimeTypes: ['application/x-htmlz'],
  signature: packageSignature('htmlz'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { calibre: { as: 'ebook', contents: 'package', arguments: CONTENTS_OF_HEADINGS } },
  write: { calibre: { from: ['ebook'], lacks: ['fonts'], settings: 'page' } },
});

/** A book as Markdown with its pictures in a zip: calibre's own format, of which it also reads plain text and Textile. */
export const txtz = defineFormat({
  id: 'txtz',
  label: 'TXTZ',
  category: 'ebook',
  extensions: ['txtz'],
  mimeTypes: ['application/x-txtz'],
  signature: packageSignature('txtz'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  holds: ['text', 'flow', 'formatting', 'links', 'pictures'],
  // The zip says which of the three it is; without a word it is found in the text.
  read: {
    calibre: {
      as: 'ebook',
      contents: 'package',
      arguments: ['--formatting-type=auto', ...CONTENTS_OF_HEADINGS],
    },
  },
  write: {
    calibre: {
      from: ['ebook'],
      args: () => ['--txt-output-formatting=markdown', '--keep-links', '--keep-image-references'],
      lacks: ['fonts', 'styles'],
    },
  },
});

/** EPUB for Kobo's readers: each sentence has a number, by which they keep notes and the place that was reached. */
export const kepub = defineFormat({
  id: 'kepub',
  label: 'KEPUB',
  category: 'ebook',
  extensions: ['kepub.epub', 'kepub'],
  mimeTypes: ['application/epub+zip'],
  noSignature: true,
  sharesBytesWith: ['epub'],
  limits: inspectEpub,
  read: { kobo: { as: 'numbered book' } },
  write: { kobo: { from: ['book'] } },
});
