import { defineFormat } from '../define/format.js';
import { inspectPackage, packageSignature } from './readers/packages.js';

/** Word since 2007, Office Open XML: ECMA-376. */
export const docx = defineFormat({
  id: 'docx',
  label: 'DOCX',
  category: 'document',
  extensions: ['docx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  signature: packageSignature('docx'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: {
    libreoffice: { as: 'writer', filters: ['MS Word 2007 XML'], mend: 'zip' },
    pandoc: { as: 'markup', source: 'word', mend: 'zip' },
  },
  write: {
    pages: { from: ['pages'], holds: ['text', 'formatting', 'layout', 'links', 'pictures'] },
    libreoffice: { from: ['writer'], filters: { writer: 'MS Word 2007 XML' } },
    pandoc: {
      from: ['book', 'markup'],
      arguments: ['--to=docx'],
      pictures: 'pixels',
      settings: ['toc', 'tocDepth', 'numberSections', 'headingShift', 'codeStyle'],
    },
  },
});
