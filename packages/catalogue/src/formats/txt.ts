import { defineFormat } from '../format.js';

/** Plain text; written as UTF-8. */
export const txt = defineFormat({
  id: 'txt',
  label: 'TXT',
  category: 'document',
  extensions: ['txt', 'text'],
  mimeTypes: ['text/plain'],
  read: { libreoffice: { as: 'writer' }, pandoc: { as: 'markup' } },
  write: { libreoffice: { from: ['writer'] }, pandoc: { from: ['book'] }, poppler: { from: ['pages'] } },
});
