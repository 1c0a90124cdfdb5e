import { defineFormat } from '../define/format.js';
import { inspectText, TEXT_KINDS } from './readers/text.js';

/** Comma-separated values, RFC 4180, in any delimiter and encoding; written with commas in UTF-8, a file per sheet. */
export const csv = defineFormat({
  id: 'csv',
  label: 'CSV',
  category: 'document',
  extensions: ['csv'],
  mimeTypes: ['text/csv'],
  noSignature: true,
  sharesBytesWith: TEXT_KINDS,
  limits: inspectText,
  read: { csv: { as: 'table' }, data: { as: 'data', reader: 'csv' } },
  write: {
    libreoffice: {
      from: ['calc'],
      filters: { calc: 'Text - txt - csv (StarCalc)' },
      // Comma, double quote, UTF-8, from line 1, en-US numbers, quotes where needed, cells as shown, no formulas:
      // LibreOffice's help, "Filter Options for CSV".
      filterOptions: '44,34,76,1,,1033,false,true,false',
      sheets: 'files',
      lacks: ['pictures', 'charts', 'comments', 'formulas', 'links'],
    },
    data: { from: ['data', 'tables'], writer: 'csv' },
  },
});
