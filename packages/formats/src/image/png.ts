import type { z } from 'zod';
import { pngOptions } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { at, shows } from '../define/signature.js';
import { SILENT } from '../media/containers.js';
import { APNG } from '../media/encoders/pictures.js';
import { isAnimatedPng, readPngLimits } from './readers/png.js';

/** PNG, W3C third edition: lossless, up to 16 bits a channel. */
export const png = defineFormat({
  id: 'png',
  label: 'PNG',
  category: 'image',
  extensions: ['png'],
  mimeTypes: ['image/png'],
  signature: [at(0, '\x89PNG\r\n\x1a\n', 700)],
  limits: readPngLimits,
  read: {
    sharp: { as: 'raster', opens: 'file', loader: 'VipsForeignLoadPngFile', mends: 'png', moves: true },
  },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'png',
      holds: ['transparency', 'profile', 'metadata', '16 bits'],
      packer: { program: 'optipng', packs: 'output' },
      options: pngOptions,
      // Half the size of the default for a sixth more time on photos; filters make flat colours larger.
      args: (
        { level, progressive, colours, dither }: Partial<z.infer<typeof pngOptions>>,
        { isGraphic },
      ) => ({
        compressionLevel: level ?? (isGraphic ? 6 : 3),
        adaptiveFiltering: !isGraphic,
        ...(progressive && { progressive }),
        ...(colours && { palette: true, colours, dither: (dither ?? 100) / 100 }),
      }),
    },
    poppler: { from: ['pages'], as: 'png' },
    stills: { from: ['still'], encoder: 'png' },
    vips: { from: ['high range'], args: (isFinal) => (isFinal ? '' : '[compression=1]') },
  },
});

/** Animated PNG, W3C third edition; a PNG unless its name says so. Animations have 8 bits, still pictures up to 16. */
export const apng = defineFormat({
  id: 'apng',
  label: 'APNG',
  category: 'image',
  extensions: ['apng'],
  mimeTypes: ['image/apng', 'image/vnd.mozilla.apng'],
  sharesBytesWith: ['png'],
  signature: [shows(681, ({ head }) => isAnimatedPng(head))],
  limits: readPngLimits,
  read: {
    sharp: {
      as: 'raster',
      alsoAs: 'animation',
      opens: 'file',
      loader: 'VipsForeignLoadPngFile',
      mends: 'png',
      moves: true,
    },
  },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'own animation',
      holds: ['transparency', 'profile', 'metadata', '16 bits', 'animation'],
      args: (_, { isGraphic, isFinal }) => ({
        compressionLevel: isFinal ? 6 : 1,
        adaptiveFiltering: isFinal && !isGraphic,
      }),
    },
    ffmpeg: writtenByFfmpeg({
      from: ['video', 'silent'],
      muxer: 'apng',
      // For ever, as a GIF.
      muxerArgs: ['-plays', '0'],
      playsArgs: (times) => ['-plays', `${times}`],
      storesNoTimes: true,
      video: { copies: [], encoder: APNG, maxTracks: 1, holdsRotation: false },
      audio: SILENT,
      covers: [],
    }),
  },
});
