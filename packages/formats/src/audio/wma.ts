import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { lossyAudioOptions } from '../define/options.js';
import { WINDOWS_SOUND_CODECS } from '../media/containers.js';
import { WMA } from '../media/encoders/sound.js';
import { readAsf } from '../media/readers/asf.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { asf } from '../media/signatures/containers.js';

/** Windows Media Audio in ASF. */
export const wma = defineFormat({
  id: 'wma',
  label: 'WMA',
  category: 'audio',
  extensions: ['wma'],
  mimeTypes: ['audio/x-ms-wma'],
  signature: [asf],
  limits: mediaLimits(readAsf),
  read: { ffmpeg: { as: 'audio', demuxer: 'asf' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'asf',
      tags: ALL_TAGS,
      holdsChapters: true,
      audio: {
        copies: [...WINDOWS_SOUND_CODECS, 'wmalossless'],
        encoder: WMA,
        maxTracks: 1,
        maxChannels: 2,
        maxSampleRateHz: 48_000,
      },
      covers: [],
      options: lossyAudioOptions,
    }),
  },
});
