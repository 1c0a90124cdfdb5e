import { defineFormat } from '../format.js';

/** PowerPoint since 2007, Office Open XML: ECMA-376. */
export const pptx = defineFormat({
  id: 'pptx',
  label: 'PPTX',
  category: 'presentation',
  extensions: ['pptx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  read: { libreoffice: { as: 'impress' } },
  write: { libreoffice: { from: ['impress'] } },
});
