import { z } from 'zod';
import { defineFormat, type FormatSpec } from '../format.js';

/** Every font becomes every other: what differs is the packing, and the kind of outlines. */
const font = <const T extends Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes'>>(format: T) =>
  defineFormat({
    ...format,
    category: 'font',
    read: { fonttools: { as: 'font' } },
    write: { fonttools: { from: ['font'] } },
  });

/** OpenType with quadratic outlines (`glyf`), ISO/IEC 14496-22; also `true` of Apple. Files named .otf may well be one. */
export const ttf = font({ id: 'ttf', label: 'TTF', extensions: ['ttf'], mimeTypes: ['font/ttf'] });

/** OpenType with cubic outlines (`CFF ` or `CFF2`), ISO/IEC 14496-22. */
export const otf = font({ id: 'otf', label: 'OTF', extensions: ['otf'], mimeTypes: ['font/otf'] });

/** Tables packed one by one with zlib, whatever the outlines: W3C WOFF 1.0. */
export const woff = font({ id: 'woff', label: 'WOFF', extensions: ['woff'], mimeTypes: ['font/woff'] });

/**
 * Tables packed together with brotli, whatever the outlines: W3C WOFF 2.0. Its own encoding of quadratic outlines keeps
 * every point, hint and metric, and a fifth of the bytes away; `exactTables` does without it.
 */
export const woff2 = defineFormat({
  ...font({ id: 'woff2', label: 'WOFF2', extensions: ['woff2'], mimeTypes: ['font/woff2'] }),
  write: {
    fonttools: {
      from: ['font'],
      options: z.strictObject({
        exactTables: z
          .boolean()
          .default(false)
          .describe('Keep every table byte for byte; the file is up to a fifth larger.'),
      }),
    },
  },
});
