import { defineFormat } from '../define/format.js';
import { inspectPackage, packageSignature } from './readers/packages.js';

/** OpenDocument text, OASIS 1.3. */
export const odt = defineFormat({
  id: 'odt',
  label: 'ODT',
  category: 'document',
  extensions: ['odt'],
  mimeTypes: ['application/vnd.oasis.opendocument.text'],
  signature: packageSignature('odt'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: {
    libreoffice: { as: 'writer', filters: ['writer8'], mend: 'zip' },
    // No book is made of it: pandoc's reader drops the title and gives one id to several places.
    pandoc: { as: 'prose', source: 'opendocument', mend: 'zip' },
  },
  write: {
    libreoffice: { from: ['writer'], filters: { writer: 'writer8' } },
    pandoc: {
      from: ['book', 'markup'],
      arguments: ['--to=odt'],
      pictures: 'pixels',
      settings: ['toc', 'tocDepth', 'headingShift'],
    },
  },
});
