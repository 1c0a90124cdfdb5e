import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { readTiffLimits } from './readers/tiff.js';

/** TIFF 6.0 and BigTIFF: several pages, up to 16 bits a channel; written without loss (LZW). */
export const tiff = defineFormat({
  id: 'tiff',
  label: 'TIFF',
  category: 'image',
  extensions: ['tiff', 'tif'],
  mimeTypes: ['image/tiff'],
  signature: ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'].map((mark) => at(0, mark, 699)),
  limits: readTiffLimits,
  read: { sharp: { as: 'raster', opens: 'file', loader: 'VipsForeignLoadTiffFile', mends: 'tiff' } },
  // What a chain passes through, and the only format here that keeps every bit and profile of a HEIC.
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'tiff',
      holds: ['transparency', 'profile', 'metadata', '16 bits'],
      // Without a setting it would be JPEG inside TIFF.
      args: (_, { isFinal }) => ({ compression: isFinal ? 'lzw' : 'none', predictor: 'horizontal' }),
    },
    vips: {
      from: ['raster'],
      // Between two engines speed counts; what the user gets is small and loses nothing either.
      args: (isFinal) => (isFinal ? '[compression=lzw,predictor=horizontal]' : '[compression=none]'),
    },
  },
});
