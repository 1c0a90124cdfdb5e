import { defineFormat } from '../define/format.js';
import { at, shows } from '../define/signature.js';
import { reads } from './readers/kinds.js';
import { isArj } from './readers/old-archives.js';

/** Robert Jung's ARJ, of DOS. */
export const arj = defineFormat({
  id: 'arj',
  label: 'ARJ',
  category: 'archive',
  extensions: ['arj'],
  mimeTypes: ['application/x-arj'],
  signature: [shows(450, ({ head }) => isArj(head))],
  read: reads('arj'),
});

/** ar(5): a library of compiled programs, and any other files without folders. */
export const ar = defineFormat({
  id: 'ar',
  label: 'AR',
  category: 'archive',
  extensions: ['ar', 'a'],
  mimeTypes: ['application/x-archive'],
  signature: [at(0, '!<arch>\n', 449)],
  read: reads('ar'),
});

/** A help file of Windows: web pages, packed. */
export const chm = defineFormat({
  id: 'chm',
  label: 'CHM',
  category: 'archive',
  extensions: ['chm'],
  mimeTypes: ['application/vnd.ms-htmlhelp'],
  signature: [at(0, 'ITSF\x03\0\0\0\x60\0\0\0')],
  read: reads('chm'),
});
