import { defineFormat } from '../format.js';

/** Excel since 2007, Office Open XML: ECMA-376. */
export const xlsx = defineFormat({
  id: 'xlsx',
  label: 'XLSX',
  category: 'document',
  extensions: ['xlsx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  read: { libreoffice: { as: 'calc' } },
  write: { libreoffice: { from: ['calc'] } },
});
