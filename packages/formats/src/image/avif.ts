import type { z } from 'zod';
import { defineFormat } from '../define/format.js';
import { chromaOf, lossyImageOptions } from '../define/options.js';
import { shows } from '../define/signature.js';
import { heifFormat, readHeifLimits } from './readers/heif.js';

const options = lossyImageOptions(60);

/** AV1 Image File Format 1.1. */
export const avif = defineFormat({
  id: 'avif',
  label: 'AVIF',
  category: 'image',
  extensions: ['avif'],
  mimeTypes: ['image/avif'],
  signature: [shows(696, ({ head }) => heifFormat(head) === 'avif')],
  limits: readHeifLimits,
  read: {
    sharp: {
      as: 'raster',
      alsoAs: 'animation',
      opens: 'file',
      loader: 'VipsForeignLoadHeifFile',
      moves: true,
      isLossy: true,
      sequences: 'mov',
    },
  },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'avif',
      holds: ['transparency', 'profile', 'metadata', 'animation'],
      options,
      // Effort 4, the default, takes eighteen times as long for a sixth of the size.
      args: ({ quality }: z.infer<typeof options>, { isGraphic }) => ({
        quality,
        effort: 1,
        chromaSubsampling: chromaOf(quality, isGraphic),
      }),
      sequences: {
        muxer: 'avif',
        // The scale and the speed that libheif gives libaom for a still picture of this quality.
        encoder: ({ quality }: z.infer<typeof options>) => [
          ...['-c:v', 'libaom-av1', '-cpu-used', '8', '-b:v', '0'],
          ...['-crf', `${Math.round((100 - quality) * 0.63)}`],
        ],
      },
    },
    poppler: { from: ['pages'], as: 'avif', quality: 60 },
  },
});
