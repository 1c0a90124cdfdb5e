import { defineFormat } from '../define/format.js';
import { shows } from '../define/signature.js';
import { readSvgLimits, readSvgzLimits, rootNameOf, unpackedRootNameOf } from './readers/svg.js';

/** SVG 1.1 and 2 without scripts; drawn by the librsvg inside sharp; pictures are traced in black and white. */
export const svg = defineFormat({
  id: 'svg',
  label: 'SVG',
  category: 'image',
  extensions: ['svg'],
  mimeTypes: ['image/svg+xml'],
  signature: [shows(694, async (content) => (await content.once(rootNameOf)) === 'svg')],
  limits: readSvgLimits,
  read: { sharp: { as: 'vector', opens: 'drawing', loader: 'VipsForeignLoadSvgBuffer', isGraphic: true } },
  write: {
    poppler: { from: ['pages'], as: 'svg' },
    codecs: {
      from: ['traced'],
      holds: ['large pictures', 'vectors'],
      encoder: {
        program: 'potrace',
        // A pixel of the picture is one of CSS, of which 96 are an inch.
        args: (input, output) => ['--svg', '--resolution', '96', '--output', output, input],
      },
    },
  },
});

/** SVG packed by gzip, as which it is known by its name alone. */
export const svgz = defineFormat({
  id: 'svgz',
  label: 'SVGZ',
  category: 'image',
  extensions: ['svgz'],
  mimeTypes: ['image/svg+xml-compressed'],
  sharesBytesWith: ['gz', 'tar.gz'],
  signature: [shows(471, async (content) => (await content.once(unpackedRootNameOf)) === 'svg')],
  limits: readSvgzLimits,
  read: { sharp: { as: 'vector', opens: 'drawing', loader: 'VipsForeignLoadSvgBuffer', isGraphic: true } },
});
