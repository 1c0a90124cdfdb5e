import type { z } from 'zod';
import { jxlOptions as options } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { readJxl } from './readers/jxl.js';

/**
 * Lowest quality of libvips that is a distance libjxl accepts, 25 at most: lower ones would be ignored, and the picture
 * stored as with 90.
 */
const LOWEST_QUALITY = 5;

/** JPEG XL, ISO/IEC 18181: the first frame of an animation; written with up to 16 bits and transparency. */
export const jxl = defineFormat({
  id: 'jxl',
  label: 'JPEG XL',
  category: 'image',
  extensions: ['jxl'],
  mimeTypes: ['image/jxl'],
  signature: [at(0, '\xff\x0a', 700), at(0, '\0\0\0\x0cJXL \r\n\x87\n', 700)],
  limits: readJxl,
  read: { vips: { as: 'raster', loader: 'jxlload', isLossy: true, isBlocked: true } },
  write: {
    vips: {
      from: ['photo16'],
      growth: 1.05,
      isBlocked: true,
      options,
      // Effort 7, the default, takes four times as long for a twentieth of the size.
      args: (_, { quality, effort, lossless }: z.infer<typeof options>) =>
        `[Q=${Math.max(LOWEST_QUALITY, quality)},effort=${effort}${lossless ? ',lossless' : ''}]`,
    },
  },
});
