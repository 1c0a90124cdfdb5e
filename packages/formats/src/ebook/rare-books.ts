import { CONTENTS_OF_HEADINGS } from '../define/book-options.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { inspectRocketBook } from './readers/rocket-book.js';
import { inspectSnb } from './readers/snb.js';

/** Broadband eBook of Sony's first readers, without DRM. */
export const lrf = defineFormat({
  id: 'lrf',
  label: 'LRF',
  category: 'ebook',
  extensions: ['lrf'],
  mimeTypes: ['application/x-sony-bbeb'],
  signature: [at(0, 'L\0R\0F\0\0\0')],
  read: { calibre: { as: 'ebook', contents: 'old' } },
  write: { calibre: { from: ['ebook'], lacks: ['fonts', 'styles'] } },
});

/** Books of the Rocket eBook, without DRM: one page of HTML 3.2, and pictures in shades of grey. */
export const rb = defineFormat({
  id: 'rb',
  label: 'RB',
  category: 'ebook',
  extensions: ['rb'],
  mimeTypes: ['application/x-rocketbook'],
  signature: [at(0, '\xb0\x0c\xb0\x0c\x02\0NUVO')],
  limits: inspectRocketBook,
  holds: ['text', 'flow', 'formatting', 'links', 'pictures'],
  read: { calibre: { as: 'ebook', contents: 'declared', arguments: CONTENTS_OF_HEADINGS } },
  // Of links only those inside the book stay.
  write: { calibre: { from: ['ebook'], lacks: ['fonts', 'styles', 'links', 'colours'] } },
});

/** Books of Shanda's Bambook: lines of text, and pictures. */
export const snb = defineFormat({
  id: 'snb',
  label: 'SNB',
  category: 'ebook',
  extensions: ['snb'],
  mimeTypes: ['application/x-snb-ebook'],
  signature: [at(0, 'SNBP000B')],
  limits: inspectSnb,
  holds: ['text', 'flow', 'pictures'],
  read: { calibre: { as: 'ebook', contents: 'declared' } },
  write: { calibre: { from: ['ebook'], lacks: ['fonts', 'styles', 'links'] } },
});
