import { z } from 'zod';
import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { at } from '../define/signature.js';
import { COVER_CODECS } from '../media/containers.js';
import { FLAC } from '../media/encoders/sound.js';
import { readFlac } from '../media/readers/flac.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { afterTags } from '../media/signatures/sound.js';

const options = z.strictObject({
  compressionLevel: z
    .int()
    .min(0)
    .max(12)
    .optional()
    .describe(
      '0 is fastest, 12 makes the smallest file; the sound is the same at every level. Left out, 5; FLAC itself is copied.',
    ),
});

/** Lossless, RFC 9639. */
export const flac = defineFormat({
  id: 'flac',
  label: 'FLAC',
  category: 'audio',
  extensions: ['flac'],
  mimeTypes: ['audio/flac'],
  signature: [at(0, 'fLaC'), afterTags('flac')],
  limits: mediaLimits(readFlac),
  read: { ffmpeg: { as: 'audio', demuxer: 'flac' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'flac',
      tags: ALL_TAGS,
      storesNoTimes: true,
      audio: { copies: ['flac'], encoder: FLAC, maxTracks: 1, maxChannels: 8, maxSampleRateHz: 655_350 },
      covers: COVER_CODECS,
      options,
      args: ({ compressionLevel = 5 }) => ['-compression_level', `${compressionLevel}`],
    }),
  },
});
