import { defineFormat } from '../format.js';

/** Comma-separated values, RFC 4180, in any delimiter and encoding; written with commas in UTF-8, a file per sheet. */
export const csv = defineFormat({
  id: 'csv',
  label: 'CSV',
  category: 'document',
  extensions: ['csv'],
  mimeTypes: ['text/csv'],
  read: { csv: { as: 'table' } },
  write: { libreoffice: { from: ['calc'] } },
});
