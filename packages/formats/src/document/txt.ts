import { defineFormat } from '../define/format.js';
import { finds } from '../define/signature.js';
import { detectTextKind, inspectText } from './readers/text.js';
import { STRUCTURES } from './readers/text-structures.js';

/** Plain text; written as UTF-8. */
export const txt = defineFormat({
  id: 'txt',
  label: 'TXT',
  category: 'document',
  extensions: ['txt', 'text'],
  mimeTypes: ['text/plain'],
  signature: [finds(100, detectTextKind, 'txt')],
  noSignature: true,
  sharesBytesWith: STRUCTURES,
  limits: inspectText,
  holds: ['text', 'flow'],
  read: {
    libreoffice: { as: 'writer', filters: ['Text (encoded)'], filterOptions: 'UTF8', isPlainText: true },
    pandoc: { as: 'markup', source: 'text' },
  },
  write: {
    libreoffice: {
      from: ['writer'],
      filters: { writer: 'Text (encoded)' },
      filterOptions: 'UTF8,LF',
      lacks: ['pictures', 'charts', 'comments', 'links', 'layout', 'media'],
    },
    pandoc: {
      from: ['book', 'markup'],
      arguments: ['--to=plain', '--standalone', '--wrap=none'],
      pictures: 'words',
      settings: ['toc', 'wrap', 'lineEnd'],
    },
    poppler: { from: ['pages'], as: 'text' },
    subtitles: { from: ['cues'], writer: 'text' },
  },
});
