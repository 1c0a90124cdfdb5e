import { defineFormat } from '../define/format.js';
import { inspectPpt, oleSignature } from '../document/readers/binary.js';

/** PowerPoint 97 to 2003, MS-PPT. */
export const ppt = defineFormat({
  id: 'ppt',
  label: 'PPT',
  category: 'presentation',
  extensions: ['ppt', 'pps', 'pot'],
  mimeTypes: ['application/vnd.ms-powerpoint'],
  signature: [oleSignature('ppt')],
  sharesBytesWith: ['ole'],
  limits: inspectPpt,
  read: { libreoffice: { as: 'impress', filters: ['MS PowerPoint 97', 'PowerPoint 3'], mend: 'ole' } },
  write: { libreoffice: { from: ['impress'], filters: { impress: 'MS PowerPoint 97' } } },
});
