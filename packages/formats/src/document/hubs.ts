import { defineFormat } from '../define/format.js';

/** DOCX between LibreOffice, which reads old and rare documents, and pandoc, which makes markups and books of it. */
export const flowDocument = defineFormat({
  id: 'flow',
  label: 'DOCX',
  category: 'document',
  extensions: ['docxf'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  internal: true,
  read: { pandoc: { as: 'markup', source: 'word' } },
  write: { libreoffice: { from: ['writer'], filters: { writer: 'MS Word 2007 XML' } } },
});
