import { z } from 'zod';
import { defineFormat } from '../format.js';

/** Settings of Amazon's two containers: packing a book takes several times as long as making it. */
const kindleOptions = z.strictObject({
  compress: z
    .boolean()
    .default(false)
    .describe('Pack the text: a smaller file that takes several times as long to make.'),
});

/** EPUB 3.3 and 2.0.1: every other book passes through it on its way to documents. */
export const epub = defineFormat({
  id: 'epub',
  label: 'EPUB',
  category: 'ebook',
  extensions: ['epub'],
  mimeTypes: ['application/epub+zip'],
  read: {
    calibre: { as: 'ebook' },
    pandoc: { as: 'book' },
    chromium: { as: 'book' },
    fictionbook: { as: 'book' },
  },
  write: { calibre: { from: ['ebook'] }, pandoc: { from: ['markup'] } },
});

/** Mobipocket, as every Kindle before 2011 reads it: PalmDB with HTML inside. */
export const mobi = defineFormat({
  id: 'mobi',
  label: 'MOBI',
  category: 'ebook',
  extensions: ['mobi', 'prc'],
  mimeTypes: ['application/x-mobipocket-ebook'],
  read: { calibre: { as: 'ebook' } },
  write: { calibre: { from: ['ebook'], options: kindleOptions } },
});

/** Kindle Format 8. */
export const azw3 = defineFormat({
  id: 'azw3',
  label: 'AZW3',
  category: 'ebook',
  extensions: ['azw3'],
  mimeTypes: ['application/vnd.amazon.mobi8-ebook'],
  read: { calibre: { as: 'ebook' } },
  write: { calibre: { from: ['ebook'], options: kindleOptions } },
});

/** FictionBook 2.1: one XML file with its pictures in it. */
export const fb2 = defineFormat({
  id: 'fb2',
  label: 'FB2',
  category: 'ebook',
  extensions: ['fb2'],
  mimeTypes: ['application/x-fictionbook+xml'],
  read: { calibre: { as: 'ebook' } },
  write: { fictionbook: { from: ['book'] } },
});
