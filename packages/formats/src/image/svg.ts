import { defineFormat } from '../define/format.js';
import { shows } from '../define/signature.js';
import { readSvgLimits, rootNameOf } from './readers/svg.js';

/** SVG 1.1 and 2 without scripts; drawn by the librsvg inside sharp. */
export const svg = defineFormat({
  id: 'svg',
  label: 'SVG',
  category: 'image',
  extensions: ['svg'],
  mimeTypes: ['image/svg+xml'],
  signature: [shows(694, async (content) => (await content.once(rootNameOf)) === 'svg')],
  limits: readSvgLimits,
  read: { sharp: { as: 'vector', opens: 'drawing', loader: 'VipsForeignLoadSvgBuffer', isGraphic: true } },
  write: { poppler: { from: ['pages'], as: 'svg' } },
});
