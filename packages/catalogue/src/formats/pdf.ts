import { defineFormat } from '../format.js';

/** Portable Document Format, ISO 32000. */
export const pdf = defineFormat({
  id: 'pdf',
  label: 'PDF',
  category: 'document',
  extensions: ['pdf'],
  mimeTypes: ['application/pdf'],
  read: { poppler: { as: 'pages' } },
  write: {
    chromium: { from: ['book'] },
    libreoffice: { from: ['writer', 'calc', 'impress'] },
    sharp: { from: ['raster', 'vector'] },
  },
});
