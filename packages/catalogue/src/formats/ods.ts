import { defineFormat } from '../format.js';

/** OpenDocument spreadsheet, OASIS 1.3. */
export const ods = defineFormat({
  id: 'ods',
  label: 'ODS',
  category: 'document',
  extensions: ['ods'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  read: { libreoffice: { as: 'calc' } },
  write: { libreoffice: { from: ['calc'] } },
});
