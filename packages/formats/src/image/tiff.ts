import type { z } from 'zod';
import { tiffOptions } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { readTiffLimits } from './readers/tiff.js';

/** TIFF 6.0 and BigTIFF: several pages, up to 16 bits a channel; written lossless (LZW). */
export const tiff = defineFormat({
  id: 'tiff',
  label: 'TIFF',
  category: 'image',
  extensions: ['tiff', 'tif'],
  mimeTypes: ['image/tiff'],
  signature: ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'].map((mark) => at(0, mark, 699)),
  limits: readTiffLimits,
  read: {
    sharp: {
      as: 'raster',
      opens: 'file',
      loader: 'VipsForeignLoadTiffFile',
      mends: 'tiff',
      hasPages: true,
    },
  },
  // The hub of pictures, because only TIFF keeps every bit and profile of a HEIC.
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'tiff',
      // libvips writes no EXIF into a TIFF.
      holds: ['transparency', 'profile', 'XMP', '16 bits'],
      // The default of libvips would be JPEG inside TIFF.
      options: tiffOptions,
      args: ({ compression }: z.infer<typeof tiffOptions>, { isFinal }) => ({
        compression: isFinal ? compression : 'none',
        predictor: 'horizontal',
      }),
    },
    codecs: { from: ['pages in TIFF'] },
    vips: {
      from: ['raster'],
      // Between two engines speed counts; the user's output is small and lossless too.
      options: tiffOptions,
      args: (isFinal, { compression }: z.infer<typeof tiffOptions>) =>
        isFinal && compression !== 'none'
          ? `[compression=${compression},predictor=horizontal]`
          : '[compression=none]',
    },
    poppler: { from: ['pages'], as: 'tiff' },
  },
});
