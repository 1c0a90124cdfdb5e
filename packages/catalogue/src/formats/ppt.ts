import { defineFormat } from '../format.js';

/** PowerPoint 97 to 2003, MS-PPT. */
export const ppt = defineFormat({
  id: 'ppt',
  label: 'PPT',
  category: 'presentation',
  extensions: ['ppt'],
  mimeTypes: ['application/vnd.ms-powerpoint'],
  read: { libreoffice: { as: 'impress' } },
  write: { libreoffice: { from: ['impress'] } },
});
