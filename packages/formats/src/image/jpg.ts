import type { z } from 'zod';
import { jpegOptions as options } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { chosenChroma } from '../define/options.js';
import { at, shows } from '../define/signature.js';
import { isJpegWithGarbage, readJpegLimits } from './readers/jpeg.js';

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
      packer: { program: 'jpegoptim', packs: 'upload', obeys: ['metadata', 'progressive'] },
      options,
      args: ({ quality, chroma, progressive }: z.infer<typeof options>, { isGraphic }) => ({
        quality,
        chromaSubsampling: chosenChroma(chroma, quality, isGraphic),
        ...(progressive && { progressive }),
      }),
    },
    poppler: { from: ['pages'], as: 'jpeg', quality: 90 },
  },
});
