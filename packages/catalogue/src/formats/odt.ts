import { defineFormat } from '../format.js';

/** OpenDocument text, OASIS 1.3. */
export const odt = defineFormat({
  id: 'odt',
  label: 'ODT',
  category: 'document',
  extensions: ['odt'],
  mimeTypes: ['application/vnd.oasis.opendocument.text'],
  read: { libreoffice: { as: 'writer' } },
  write: { libreoffice: { from: ['writer'] } },
});
