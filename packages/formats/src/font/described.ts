import { defineFormat } from '../define/format.js';
import { finds, shows } from '../define/signature.js';
import { inspectUfo, isSvgFont, isUfo } from './readers/described.js';

/** Neither has hints, axes or places for a signature; a description of glyphs may mix both kinds of outlines. */
const OUTLINES = ['quadratic outlines', 'cubic outlines'] as const;

/** Unified Font Object, versions 1 to 3, as a zip of its folder: the source that editors of fonts exchange. */
export const ufo = defineFormat({
  id: 'ufo',
  label: 'UFO',
  category: 'font',
  extensions: ['ufoz'],
  mimeTypes: ['application/zip'],
  signature: [finds(496, isUfo, true, 'PK\x03\x04')],
  limits: inspectUfo,
  holds: OUTLINES,
  read: { fonttools: { as: 'font' } },
  write: { fonttools: { from: ['font'], container: 'ufo', holds: OUTLINES } },
});

/** A drawing that is nothing but a font, SVG 1.1 chapter 20: what old iPhones and plotters of letters read. */
export const svgFont = defineFormat({
  id: 'svgfont',
  label: 'SVG font',
  category: 'font',
  extensions: ['svgfont'],
  outputExtension: 'svg',
  mimeTypes: ['image/svg+xml'],
  signature: [shows(711, isSvgFont)],
  holds: OUTLINES,
  read: { fonttools: { as: 'font' } },
  write: { fonttools: { from: ['font'], container: 'svg', holds: OUTLINES } },
});
