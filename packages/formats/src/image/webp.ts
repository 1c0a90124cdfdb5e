import type { z } from 'zod';
import { webpOptions as options } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { videoOptions } from '../define/options.js';
import { magic } from '../define/signature.js';
import { SILENT } from '../media/containers.js';
import { WEBP } from '../media/encoders/pictures.js';
import { readWebpLimits } from './readers/webp.js';

/** WebP, RFC 9649: transparency and animation. */
export const webp = defineFormat({
  id: 'webp',
  label: 'WebP',
  category: 'image',
  extensions: ['webp'],
  mimeTypes: ['image/webp'],
  signature: [magic({ 0: 'RIFF', 8: 'WEBP' }, 700)],
  limits: readWebpLimits,
  read: {
    sharp: {
      as: 'raster',
      alsoAs: 'animation',
      opens: 'file',
      loader: 'VipsForeignLoadWebpFile',
      mends: 'webp',
      moves: true,
      isLossy: true,
    },
  },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'webp',
      growth: 1.024,
      fineSteps: 4,
      holds: ['transparency', 'profile', 'metadata', 'animation'],
      options,
      // Effort 4, the default, doubles the time for 6 % of the size.
      args: ({ quality, lossless, effort }: z.infer<typeof options>, { isGraphic }) => ({
        quality,
        effort,
        smartSubsample: isGraphic,
        ...(lossless && { lossless }),
      }),
    },
    poppler: { from: ['pages'], as: 'webp', quality: 85 },
    ffmpeg: writtenByFfmpeg({
      from: ['video', 'silent'],
      muxer: 'webp',
      // For ever, as a GIF.
      muxerArgs: ['-loop', '0'],
      playsArgs: (times) => ['-loop', `${times}`],
      storesNoTimes: true,
      video: { copies: [], encoder: WEBP, maxTracks: 1, holdsRotation: false },
      audio: SILENT,
      covers: [],
      options: videoOptions,
    }),
  },
});
