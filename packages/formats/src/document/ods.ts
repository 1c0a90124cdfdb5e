import { defineFormat } from '../define/format.js';
import { inspectPackage, packageSignature } from './readers/packages.js';

/** OpenDocument spreadsheet, OASIS 1.3. */
export const ods = defineFormat({
  id: 'ods',
  label: 'ODS',
  category: 'document',
  extensions: ['ods'],
  mimeTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  signature: packageSignature('ods'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'calc', filters: ['calc8'], mend: 'zip' } },
  write: { libreoffice: { from: ['calc'], filters: { calc: 'calc8' } } },
});
