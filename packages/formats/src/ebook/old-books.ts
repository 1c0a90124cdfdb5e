import { defineFormat } from '../define/format.js';
import { at, shows } from '../define/signature.js';
import { inspectPalmBook, isPalmBook } from './readers/palm.js';
import { inspectTcr, TCR_MAGIC } from './readers/tcr.js';

/** Books of Microsoft Reader, without DRM: web pages, packed. */
export const lit = defineFormat({
  id: 'lit',
  label: 'LIT',
  category: 'ebook',
  extensions: ['lit'],
  mimeTypes: ['application/x-ms-reader'],
  signature: [at(0, 'ITOLITLS')],
  read: { calibre: { as: 'ebook', contents: 'old' } },
  write: { calibre: { from: ['ebook'] } },
});

/** What a text alone cannot hold. */
const TEXT_LACKS = ['fonts', 'styles', 'pictures', 'links'] as const;

/**
 * Books of Palm's organisers: PalmDOC and zTXT, which are texts, and eReader, Plucker and Haodoo, which also hold pictures and
 * links. Written as PalmDOC.
 */
export const pdb = defineFormat({
  id: 'pdb',
  label: 'PDB',
  category: 'ebook',
  extensions: ['pdb'],
  mimeTypes: ['application/vnd.palm'],
  // A title of any bytes comes before its type, as in MOBI.
  signature: [shows(801, isPalmBook)],
  limits: inspectPalmBook,
  holds: ['text', 'flow', 'formatting', 'links', 'pictures'],
  read: { calibre: { as: 'ebook', contents: 'palm' } },
  write: {
    calibre: { from: ['ebook'], args: () => ['--pdb-output-encoding=utf-8'], lacks: TEXT_LACKS },
  },
});

/** The text of a book for Psion's computers, each byte of which stands for up to 255. */
export const tcr = defineFormat({
  id: 'tcr',
  label: 'TCR',
  category: 'ebook',
  extensions: ['tcr'],
  mimeTypes: ['application/x-tcr'],
  signature: [at(0, TCR_MAGIC)],
  limits: inspectTcr,
  holds: ['text', 'flow'],
  read: { calibre: { as: 'ebook', contents: 'declared' } },
  write: { calibre: { from: ['ebook'], lacks: TEXT_LACKS } },
});
