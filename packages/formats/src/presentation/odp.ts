import { defineFormat } from '../define/format.js';
import { inspectPackage, packageSignature } from '../document/readers/packages.js';

/** OpenDocument presentation, OASIS 1.3. */
export const odp = defineFormat({
  id: 'odp',
  label: 'ODP',
  category: 'presentation',
  extensions: ['odp'],
  mimeTypes: ['application/vnd.oasis.opendocument.presentation'],
  signature: packageSignature('odp'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'impress', filters: ['impress8'], mend: 'zip' } },
  write: { libreoffice: { from: ['impress'], filters: { impress: 'impress8' } } },
});
