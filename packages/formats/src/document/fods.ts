import { defineFormat } from '../define/format.js';
import { finds } from '../define/signature.js';
import { inspectText, seenText } from './readers/text.js';

/** Flat OpenDocument spreadsheet: what we make of a CSV file so that LibreOffice need not guess. */
export const fods = defineFormat({
  id: 'fods',
  label: 'Flat ODS',
  category: 'document',
  extensions: ['fods'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet-flat-xml'],
  internal: true,
  signature: [finds(100, seenText, 'fods')],
  limits: inspectText,
  read: { libreoffice: { as: 'calc', filters: ['OpenDocument Spreadsheet Flat XML'] } },
  write: { csv: { from: ['table'] } },
});
