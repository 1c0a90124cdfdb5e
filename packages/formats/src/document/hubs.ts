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

/** A web page between pandoc and the reader of its tables. */
export const tablePage = defineFormat({
  id: 'tablepage',
  label: 'HTML',
  category: 'document',
  extensions: ['htmlt'],
  mimeTypes: ['text/html'],
  internal: true,
  read: { data: { as: 'tables', reader: 'html' } },
  write: {
    pandoc: { from: ['markup', 'prose'], arguments: ['--to=html5', '--wrap=none'], pictures: 'words' },
  },
});

/** ODT between pandoc, which reads markups, and LibreOffice, which writes what pandoc does not. */
export const typedDocument = defineFormat({
  id: 'typed',
  label: 'ODT',
  category: 'document',
  extensions: ['odtt'],
  mimeTypes: ['application/vnd.oasis.opendocument.text'],
  internal: true,
  read: { libreoffice: { as: 'writer', filters: ['writer8'], extension: 'odt' } },
  write: { pandoc: { from: ['markup'], arguments: ['--to=odt'], pictures: 'pixels' } },
});
