import { defineFormat } from '../define/format.js';
import { finds } from '../define/signature.js';
import { detectTextKind, inspectText } from './readers/text.js';

/** A web page in one file; linked files are not fetched. */
export const html = defineFormat({
  id: 'html',
  label: 'HTML',
  category: 'document',
  extensions: ['html', 'htm'],
  mimeTypes: ['text/html'],
  sharesBytesWith: ['txt', 'xml'],
  signature: [finds(100, detectTextKind, 'html')],
  limits: inspectText,
  holds: [
    'text',
    'flow',
    'formatting',
    'links',
    'pictures',
    'vectors',
    'outside pictures',
    'styles',
    'forms',
    'media',
    'scripts',
  ],
  read: {
    libreoffice: { as: 'writer', filters: ['HTML (StarWriter)'] },
    pandoc: { as: 'markup', source: 'page' },
    data: { as: 'tables', reader: 'html' },
  },
  write: {
    libreoffice: {
      from: ['writer', 'calc'],
      filters: { writer: 'HTML (StarWriter)', calc: 'HTML (StarCalc)' },
      filterOptions: 'EmbedImages',
      lacks: ['formulas', 'layout', 'media'],
    },
    pandoc: {
      from: ['book', 'markup'],
      arguments: ['--to=html5', '--standalone', '--self-contained', '--toc'],
      settings: ['toc', 'tocDepth', 'numberSections', 'headingShift', 'math', 'codeStyle', 'lineEnd'],
    },
  },
});
