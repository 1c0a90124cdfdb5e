import { defineFormat } from '../format.js';

/** Flat OpenDocument spreadsheet: what we make of a CSV file so that LibreOffice need not guess. */
export const fods = defineFormat({
  id: 'fods',
  label: 'Flat ODS',
  category: 'document',
  extensions: ['fods'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet-flat-xml'],
  internal: true,
  read: { libreoffice: { as: 'calc' } },
  write: { csv: { from: ['table'] } },
});
