import { defineFormat } from '../format.js';

/** OpenDocument presentation, OASIS 1.3. */
export const odp = defineFormat({
  id: 'odp',
  label: 'ODP',
  category: 'presentation',
  extensions: ['odp'],
  mimeTypes: ['application/vnd.oasis.opendocument.presentation'],
  read: { libreoffice: { as: 'impress' } },
  write: { libreoffice: { from: ['impress'] } },
});
