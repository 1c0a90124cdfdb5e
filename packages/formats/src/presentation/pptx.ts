import { defineFormat } from '../define/format.js';
import { inspectPackage, packageSignature } from '../document/readers/packages.js';

/** PowerPoint since 2007, Office Open XML: ECMA-376. */
export const pptx = defineFormat({
  id: 'pptx',
  label: 'PPTX',
  category: 'presentation',
  extensions: ['pptx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  signature: packageSignature('pptx'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'impress', filters: ['Impress MS PowerPoint 2007 XML'], mend: 'zip' } },
  write: { libreoffice: { from: ['impress'], filters: { impress: 'Impress MS PowerPoint 2007 XML' } } },
});
