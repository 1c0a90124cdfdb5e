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

/** Slides between LibreOffice and what makes an outline of them. */
export const deck = defineFormat({
  id: 'deck',
  label: 'Flat ODP',
  category: 'presentation',
  extensions: ['fodpd'],
  mimeTypes: ['application/vnd.oasis.opendocument.presentation-flat-xml'],
  internal: true,
  read: { outline: { as: 'deck' } },
  write: {
    libreoffice: { from: ['impress'], filters: { impress: 'OpenDocument Presentation Flat XML' } },
  },
});

/** The outline as a web page, for pandoc. */
export const deckPage = defineFormat({
  id: 'deckpage',
  label: 'HTML',
  category: 'document',
  extensions: ['htmld'],
  mimeTypes: ['text/html'],
  internal: true,
  read: { pandoc: { as: 'markup', source: 'page' } },
  write: { outline: { from: ['deck'] } },
});

/** The pages of slides between LibreOffice and what makes a film of them. */
export const show = defineFormat({
  id: 'show',
  label: 'PDF',
  category: 'presentation',
  extensions: ['pdfs'],
  mimeTypes: ['application/pdf'],
  internal: true,
  read: { slideshow: { as: 'slides' } },
  write: { libreoffice: { from: ['impress'], filters: { impress: 'impress_pdf_Export' } } },
});
