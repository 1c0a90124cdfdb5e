import type { z } from 'zod';
import { gifOptions } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { at } from '../define/signature.js';
import { SILENT } from '../media/containers.js';
import { GIF } from '../media/encoders/pictures.js';
import { readGifLimits } from './readers/gif.js';

/** GIF 89a: 256 colours, animation. */
export const gif = defineFormat({
  id: 'gif',
  label: 'GIF',
  category: 'image',
  extensions: ['gif'],
  mimeTypes: ['image/gif'],
  signature: [at(0, 'GIF87a', 700), at(0, 'GIF89a', 700)],
  limits: readGifLimits,
  read: {
    sharp: {
      as: 'raster',
      alsoAs: 'animation',
      opens: 'file',
      loader: 'VipsForeignLoadNsgifFile',
      mends: 'gif',
      moves: true,
      isGraphic: true,
    },
  },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'gif',
      holds: ['transparency', 'animation'],
      packer: { program: 'gifsicle', packs: 'upload' },
      // Five times as fast as the default, 15 % larger.
      options: gifOptions,
      args: ({ effort, colours, dither }: z.infer<typeof gifOptions>) => ({
        effort,
        keepDuplicateFrames: true,
        ...(colours && { colours }),
        ...(dither < 100 && { dither: dither / 100 }),
      }),
    },
    ffmpeg: writtenByFfmpeg({
      from: ['video', 'silent'],
      muxer: 'gif',
      // Its own number is how often it is repeated.
      playsArgs: (times) => ['-loop', `${times === 0 ? 0 : times === 1 ? -1 : times - 1}`],
      video: { copies: [], encoder: GIF, maxTracks: 1, holdsRotation: false },
      audio: SILENT,
      covers: [],
    }),
    poppler: { from: ['pages'], as: 'gif' },
  },
});
