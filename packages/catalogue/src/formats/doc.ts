import { defineFormat } from '../format.js';

/** Word 97 to 2003, MS-DOC. */
export const doc = defineFormat({
  id: 'doc',
  label: 'DOC',
  category: 'document',
  extensions: ['doc'],
  mimeTypes: ['application/msword'],
  read: { libreoffice: { as: 'writer' } },
  write: { libreoffice: { from: ['writer'] } },
});
