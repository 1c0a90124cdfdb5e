import { defineFormat } from '../format.js';

/** Windows bitmap; written with 24 bits a pixel, transparency becomes white. */
export const bmp = defineFormat({
  id: 'bmp',
  label: 'BMP',
  category: 'image',
  extensions: ['bmp', 'dib'],
  mimeTypes: ['image/bmp', 'image/x-ms-bmp'],
  read: { sharp: { as: 'raster' } },
  write: { sharp: { from: ['raster', 'vector'] } },
});
