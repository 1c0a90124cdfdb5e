import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { lossyAudioOptions } from '../define/options.js';
import { ID3_VERSION } from '../media/containers.js';
import { AAC } from '../media/encoders/sound.js';
import { readAdts } from '../media/readers/adts.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { afterTags, framesCutFromStream } from '../media/signatures/sound.js';

/** AAC in ADTS frames, ISO/IEC 13818-7. */
export const aac = defineFormat({
  id: 'aac',
  label: 'AAC',
  category: 'audio',
  extensions: ['aac', 'adts'],
  mimeTypes: ['audio/aac'],
  signature: [afterTags('aac'), framesCutFromStream('aac')],
  limits: mediaLimits(readAdts),
  read: { ffmpeg: { as: 'audio', demuxer: 'aac' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'adts',
      tags: ALL_TAGS,
      holdsChapters: true,
      muxerArgs: ['-write_id3v2', '1', ...ID3_VERSION],
      storesNoTimes: true,
      audio: { copies: ['aac'], encoder: AAC, maxTracks: 1, maxChannels: 8, maxSampleRateHz: 48_000 },
      covers: [],
      options: lossyAudioOptions,
    }),
  },
});
