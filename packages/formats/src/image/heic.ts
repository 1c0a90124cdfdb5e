import type { z } from 'zod';
import { heicOptions as options } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { shows } from '../define/signature.js';
import { heifFormat, readHeifLimits } from './readers/heif.js';

/** Photos of phones: HEVC in HEIF, ISO/IEC 23008-12. sharp's libvips has no HEVC, so vips reads and writes it, with 8 bits. */
export const heic = defineFormat({
  id: 'heic',
  label: 'HEIC',
  category: 'image',
  extensions: ['heic', 'heif'],
  mimeTypes: ['image/heic', 'image/heif'],
  signature: [shows(695, ({ head }) => heifFormat(head) === 'heic')],
  limits: readHeifLimits,
  holds: ['many colours', 'large pictures', 'transparency', '16 bits', 'profile', 'metadata'],
  read: { vips: { as: 'raster', loader: 'heifload', isLossy: true } },
  write: {
    vips: {
      from: ['photo'],
      growth: 1.07,
      fineSteps: 4,
      options,
      roundsColours: true,
      args: (_, { quality, lossless }: z.infer<typeof options>) =>
        `[Q=${quality},compression=hevc${lossless ? ',lossless,subsample-mode=off' : ''}]`,
    },
  },
});
