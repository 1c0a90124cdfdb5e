import { defineFormat } from '../define/format.js';
import { finds } from '../define/signature.js';
import { detectTextKind, inspectText } from './readers/text.js';

/** Flat OpenDocument spreadsheet; CSV files are turned into it, so that LibreOffice guesses nothing. */
export const fods = defineFormat({
  id: 'fods',
  label: 'Flat ODS',
  category: 'document',
  extensions: ['fods'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet-flat-xml'],
  signature: [finds(100, detectTextKind, 'fods')],
  limits: inspectText,
  read: {
    libreoffice: { as: 'calc', filters: ['OpenDocument Spreadsheet Flat XML'] },
    data: { as: 'data', reader: 'sheets' },
  },
  write: {
    csv: { from: ['table'] },
    data: { from: ['data', 'tables'], writer: 'sheets' },
    libreoffice: { from: ['calc'], filters: { calc: 'OpenDocument Spreadsheet Flat XML' } },
  },
});
