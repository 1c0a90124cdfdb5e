import { defineFormat } from '../format.js';

/** Excel 97 to 2003, MS-XLS. */
export const xls = defineFormat({
  id: 'xls',
  label: 'XLS',
  category: 'document',
  extensions: ['xls'],
  mimeTypes: ['application/vnd.ms-excel'],
  read: { libreoffice: { as: 'calc' } },
  write: { libreoffice: { from: ['calc'] } },
});
