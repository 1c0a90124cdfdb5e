import { defineFormat } from '../format.js';
import { lossyImageOptions } from '../image-options.js';

/** AV1 Image File Format 1.1. */
export const avif = defineFormat({
  id: 'avif',
  label: 'AVIF',
  category: 'image',
  extensions: ['avif'],
  mimeTypes: ['image/avif'],
  read: { sharp: { as: 'raster' } },
  write: { sharp: { from: ['raster', 'vector'], options: lossyImageOptions(60) } },
});
