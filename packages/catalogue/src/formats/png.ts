import { defineFormat } from '../format.js';

/** PNG, W3C third edition: lossless, up to 16 bits a channel. */
export const png = defineFormat({
  id: 'png',
  label: 'PNG',
  category: 'image',
  extensions: ['png'],
  mimeTypes: ['image/png'],
  read: { sharp: { as: 'raster' } },
  write: { sharp: { from: ['raster', 'vector'] }, poppler: { from: ['pages'] } },
});
