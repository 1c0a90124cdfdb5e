import { defineFormat } from '../define/format.js';
import { inspectPackage, packageSignature } from './readers/packages.js';

/** Excel since 2007, Office Open XML: ECMA-376. */
export const xlsx = defineFormat({
  id: 'xlsx',
  label: 'XLSX',
  category: 'document',
  extensions: ['xlsx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  signature: packageSignature('xlsx'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'calc', filters: ['Calc MS Excel 2007 XML'], mend: 'zip' } },
  write: { libreoffice: { from: ['calc'], filters: { calc: 'Calc MS Excel 2007 XML' } } },
});
