import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { inspectText } from './readers/text.js';

/** Lotus 1-2-3 for DOS, versions 1 and 2. */
export const wk1 = defineFormat({
  id: 'wk1',
  label: 'Lotus 1-2-3',
  category: 'document',
  extensions: ['wk1', 'wks'],
  mimeTypes: ['application/vnd.lotus-1-2-3'],
  // The mark of a mouse pointer, and a version that no number of pictures is.
  signature: [at(0, '\0\0\x02\0\x06\x04', 703), at(0, '\0\0\x02\0\x04\x04', 703)],
  read: { libreoffice: { as: 'calc', filters: ['Lotus'] } },
});

/** Quattro Pro for Windows: a compound file whose streams other programs of its maker have too. */
export const qpw = defineFormat({
  id: 'qpw',
  label: 'Quattro Pro',
  category: 'document',
  extensions: ['qpw', 'wb3'],
  mimeTypes: ['application/x-quattro-pro'],
  noSignature: true,
  sharesBytesWith: ['ole'],
  read: { libreoffice: { as: 'calc', filters: ['WPS_QPro_Calc'], mend: 'ole' } },
});

/** Gnumeric's XML, compressed by gzip or plain. */
export const gnumeric = defineFormat({
  id: 'gnumeric',
  label: 'Gnumeric',
  category: 'document',
  extensions: ['gnumeric'],
  mimeTypes: ['application/x-gnumeric'],
  noSignature: true,
  sharesBytesWith: ['gz', 'xml', 'txt'],
  read: { libreoffice: { as: 'calc', filters: ['Gnumeric Spreadsheet'] } },
});

/** Number of UTF-8 among LibreOffice's encodings. */
const UTF8 = '76';

/** Data Interchange Format: cells one after the other. */
export const dif = defineFormat({
  id: 'dif',
  label: 'DIF',
  category: 'document',
  extensions: ['dif'],
  mimeTypes: ['text/x-dif'],
  noSignature: true,
  sharesBytesWith: ['txt'],
  limits: inspectText,
  read: { libreoffice: { as: 'calc', filters: ['DIF'], filterOptions: UTF8 } },
  write: {
    libreoffice: { from: ['calc'], filters: { calc: 'DIF' }, filterOptions: UTF8, sheets: 'files' },
  },
});

/** Symbolic Link of Multiplan: cells and formulas as text. */
export const slk = defineFormat({
  id: 'slk',
  label: 'SYLK',
  category: 'document',
  extensions: ['slk', 'sylk'],
  mimeTypes: ['application/x-sylk'],
  signature: [at(0, 'ID;P', 101)],
  sharesBytesWith: ['txt'],
  limits: inspectText,
  read: { libreoffice: { as: 'calc', filters: ['SYLK'], filterOptions: UTF8 } },
  write: {
    libreoffice: { from: ['calc'], filters: { calc: 'SYLK' }, filterOptions: UTF8, sheets: 'files' },
  },
});
