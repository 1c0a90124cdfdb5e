import { defineFormat } from '../define/format.js';
import {
  type PdfPictureOptions,
  PICTURE_SIZES,
  pdfOptions,
  pdfPictureOptions,
  recodingOf,
} from '../define/pdf-options.js';
import { shows } from '../define/signature.js';
import { inspectPdf, isPdf, isPdfInside } from './readers/pdf.js';

/** Portable Document Format, ISO 32000. */
export const pdf = defineFormat({
  id: 'pdf',
  label: 'PDF',
  category: 'document',
  // Illustrator's files are PDF since version 9.
  extensions: ['pdf', 'ai'],
  mimeTypes: ['application/pdf'],
  signature: [shows(480, isPdf), shows(140, isPdfInside)],
  limits: inspectPdf,
  read: { poppler: { as: 'pages' }, qpdf: { as: 'structure' }, pages: { as: 'pages' } },
  write: {
    chromium: { from: ['book'] },
    comics: { from: ['comic'], book: 'pdf' },
    libreoffice: {
      from: ['writer', 'calc', 'impress', 'draw'],
      filters: {
        writer: 'writer_pdf_Export',
        calc: 'calc_pdf_Export',
        impress: 'impress_pdf_Export',
        draw: 'draw_pdf_Export',
      },
      sheets: 'pages',
      lacks: ['comments', 'formulas', 'media'],
    },
    mutool: { from: ['pages'], holds: ['text', 'formatting', 'layout', 'pictures', 'vectors', 'fonts'] },
    // From what was packed without loss to JPEG it is a large step.
    qpdf: { from: ['structure'], growth: 1.15, options: pdfOptions },
    sharp: {
      from: ['raster', 'vector'],
      saver: 'own document',
      usualSizes: PICTURE_SIZES,
      holds: ['transparency'],
      options: pdfPictureOptions,
      args: ({ quality }: PdfPictureOptions, { softness }) => ({ ...recodingOf(quality - softness) }),
    },
  },
});
