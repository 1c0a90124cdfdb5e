import type { z } from 'zod';
import { defineFormat } from '../define/format.js';
import { chromaOf, lossyImageOptions } from '../define/options.js';
import { at, shows } from '../define/signature.js';
import { isJpegWithGarbage, readJpegLimits } from './readers/jpeg.js';

const options = lossyImageOptions(85);

/** JPEG, ITU-T T.81; transparency becomes white. */
export const jpg = defineFormat({
  id: 'jpg',
  label: 'JPG',
  category: 'image',
  extensions: ['jpg', 'jpeg', 'jfif'],
  mimeTypes: ['image/jpeg'],
  signature: [at(0, '\xff\xd8\xff', 700), shows(690, isJpegWithGarbage)],
  limits: readJpegLimits,
  holds: ['many colours', 'large pictures', 'high dynamic range', 'profile', 'metadata'],
  read: {
    sharp: { as: 'raster', opens: 'file', loader: 'VipsForeignLoadJpegFile', mends: 'jpeg', isLossy: true },
  },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'jpeg',
      holds: ['profile', 'metadata'],
      options,
      args: ({ quality }: z.infer<typeof options>, { isGraphic }) => ({
        quality,
        chromaSubsampling: chromaOf(quality, isGraphic),
      }),
    },
    poppler: { from: ['pages'], as: 'jpeg', quality: 90 },
  },
});
