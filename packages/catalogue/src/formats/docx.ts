import { defineFormat } from '../format.js';

/** Word since 2007, Office Open XML: ECMA-376. */
export const docx = defineFormat({
  id: 'docx',
  label: 'DOCX',
  category: 'document',
  extensions: ['docx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  read: { libreoffice: { as: 'writer' }, pandoc: { as: 'markup' } },
  write: { libreoffice: { from: ['writer'] }, pandoc: { from: ['book'] } },
});
