import { defineFormat } from '../format.js';

/** A web page in one file; what it links to is not fetched. */
export const html = defineFormat({
  id: 'html',
  label: 'HTML',
  category: 'document',
  extensions: ['html', 'htm'],
  mimeTypes: ['text/html'],
  read: { libreoffice: { as: 'writer' }, pandoc: { as: 'markup' } },
  write: { libreoffice: { from: ['writer'] }, pandoc: { from: ['book'] } },
});
