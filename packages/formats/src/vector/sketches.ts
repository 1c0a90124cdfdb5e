import { defineFormat } from '../define/format.js';

const FLAT_DRAWING = 'OpenDocument Drawing Flat XML';
const MIME_TYPE = 'application/vnd.oasis.opendocument.graphics-flat-xml';

/** Drawing between LibreOffice and the count of its pages. */
export const sketch = defineFormat({
  id: 'sketch',
  label: 'Flat ODG',
  category: 'document',
  extensions: ['fodgs'],
  mimeTypes: [MIME_TYPE],
  internal: true,
  read: { drawings: { as: 'sketch' } },
  write: { libreoffice: { from: ['draw'], filters: { draw: FLAT_DRAWING } } },
});

/** The same, of which LibreOffice writes the first page. */
export const sheet = defineFormat({
  id: 'sheet',
  label: 'Flat ODG',
  category: 'document',
  extensions: ['fodgp'],
  mimeTypes: [MIME_TYPE],
  internal: true,
  read: { libreoffice: { as: 'page', filters: [FLAT_DRAWING], extension: 'fodg' } },
  write: { drawings: { from: ['sketch'] } },
});

/** SVG of all pages, from LibreOffice to the program that makes DXF of the first. */
export const plotted = defineFormat({
  id: 'plotted',
  label: 'SVG',
  category: 'document',
  extensions: ['svgp'],
  mimeTypes: ['image/svg+xml'],
  internal: true,
  read: { plotter: { as: 'plotted' } },
  write: { libreoffice: { from: ['draw'], filters: { draw: 'draw_svg_Export' } } },
});
