import { defineFormat } from '../format.js';

/** Rich Text Format 1.9.1. */
export const rtf = defineFormat({
  id: 'rtf',
  label: 'RTF',
  category: 'document',
  extensions: ['rtf'],
  mimeTypes: ['application/rtf', 'text/rtf'],
  read: { libreoffice: { as: 'writer' } },
  write: { libreoffice: { from: ['writer'] } },
});
