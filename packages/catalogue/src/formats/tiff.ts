import { defineFormat } from '../format.js';

/** TIFF 6.0: several pages, up to 16 bits a channel; written without loss (LZW). */
export const tiff = defineFormat({
  id: 'tiff',
  label: 'TIFF',
  category: 'image',
  extensions: ['tiff', 'tif'],
  mimeTypes: ['image/tiff'],
  read: { sharp: { as: 'raster' } },
  // What a chain passes through, and the only format here that keeps every bit and profile of a HEIC.
  write: { sharp: { from: ['raster', 'vector'] }, vips: { from: ['raster'] } },
});
