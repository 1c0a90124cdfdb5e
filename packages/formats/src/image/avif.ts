import type { z } from 'zod';
import { avifOptions as options } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { chosenChroma } from '../define/options.js';
import { shows } from '../define/signature.js';
import { heifFormat, readHeifLimits } from './readers/heif.js';

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
      growth: 1.075,
      fineSteps: 4,
      holds: ['transparency', 'profile', 'metadata', 'animation'],
      options,
      // Effort 4, the default, takes eighteen times as long for a sixth of the size.
      args: ({ quality, lossless, effort, chroma }: z.infer<typeof options>, { isGraphic }) => ({
        quality,
        effort,
        chromaSubsampling: chosenChroma(chroma, quality, isGraphic),
        ...(lossless && { lossless, chromaSubsampling: '4:4:4' }),
      }),
      sequences: {
        muxer: 'avif',
        // The scale and the speed that libheif gives libaom for a still picture of this quality.
        encoder: ({ quality, effort, lossless }: z.infer<typeof options>) => [
          ...['-c:v', 'libaom-av1', '-cpu-used', `${Math.min(8, 9 - effort)}`, '-b:v', '0'],
          ...['-crf', `${lossless ? 0 : Math.round((100 - quality) * 0.63)}`],
        ],
      },
    },
    poppler: { from: ['pages'], as: 'avif', quality: 60 },
  },
});
