import { defineFormat } from '../format.js';
import { lossyImageOptions } from '../image-options.js';

/** WebP, RFC 9649: transparency and animation. */
export const webp = defineFormat({
  id: 'webp',
  label: 'WebP',
  category: 'image',
  extensions: ['webp'],
  mimeTypes: ['image/webp'],
  read: { sharp: { as: 'raster' } },
  write: {
    sharp: { from: ['raster', 'vector'], options: lossyImageOptions(80) },
    poppler: { from: ['pages'] },
  },
});
