import { defineFormat } from '../define/format.js';

/** Tables of dBASE III to 7, FoxPro, Clipper and of maps; nothing but the file name tells them from other bytes. */
export const dbf = defineFormat({
  id: 'dbf',
  label: 'dBASE',
  category: 'document',
  extensions: ['dbf'],
  mimeTypes: ['application/dbase'],
  noSignature: true,
  read: { dbase: { as: 'table' } },
  write: { dbase: { from: ['records'] } },
});

/** The table as a flat OpenDocument spreadsheet: every value has its type, so that LibreOffice guesses nothing. */
export const dbfTable = defineFormat({
  id: 'dbftable',
  label: 'Flat ODS',
  category: 'document',
  extensions: ['fodsd'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet-flat-xml'],
  internal: true,
  read: {
    libreoffice: { as: 'calc', filters: ['OpenDocument Spreadsheet Flat XML'], extension: 'fods' },
    data: { as: 'data', reader: 'sheets' },
  },
  write: { dbase: { from: ['table'] } },
});

/** Sheets between the engines that read them and the writer of dBASE, a table for each. */
export const dbfSheets = defineFormat({
  id: 'dbfsheets',
  label: 'Flat ODS',
  category: 'document',
  extensions: ['fodsr'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet-flat-xml'],
  internal: true,
  // Of what a sheet holds only the values.
  holds: ['text'],
  read: { dbase: { as: 'records' } },
  write: {
    libreoffice: {
      from: ['calc'],
      filters: { calc: 'OpenDocument Spreadsheet Flat XML' },
      lacks: ['pictures', 'charts', 'comments', 'formulas', 'links'],
    },
    data: { from: ['data', 'tables'], writer: 'sheets' },
  },
});
