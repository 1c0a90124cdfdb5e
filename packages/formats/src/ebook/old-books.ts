import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';

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
 * PalmDOC: the text of a book. It is written only: as an input calibre would read it as Markdown, and take pictures from
 * disk.
 */
export const pdb = defineFormat({
  id: 'pdb',
  label: 'PDB',
  category: 'ebook',
  extensions: ['pdb'],
  mimeTypes: ['application/vnd.palm'],
  noSignature: true,
  write: {
    calibre: { from: ['ebook'], args: () => ['--pdb-output-encoding=utf-8'], lacks: TEXT_LACKS },
  },
});

/** The text of a book for Psion's computers; written only, as PalmDOC. */
export const tcr = defineFormat({
  id: 'tcr',
  label: 'TCR',
  category: 'ebook',
  extensions: ['tcr'],
  mimeTypes: ['application/x-tcr'],
  noSignature: true,
  write: { calibre: { from: ['ebook'], lacks: TEXT_LACKS } },
});
