import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { inspectRtf } from './readers/rtf.js';

/** Rich Text Format 1.9.1. */
export const rtf = defineFormat({
  id: 'rtf',
  label: 'RTF',
  category: 'document',
  extensions: ['rtf'],
  mimeTypes: ['application/rtf', 'text/rtf'],
  signature: [at(0, '{\\rtf')],
  limits: inspectRtf,
  read: { libreoffice: { as: 'writer', filters: ['Rich Text Format'], mend: 'rtf' } },
  write: { libreoffice: { from: ['writer'], filters: { writer: 'Rich Text Format' } } },
});
