import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { lossyAudioOptions } from '../define/options.js';
import { COVER_CODECS, ID3_VERSION } from '../media/containers.js';
import { MP3 } from '../media/encoders/sound.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readMpegAudio } from '../media/readers/mpeg-audio.js';
import { afterTags, framesCutFromStream } from '../media/signatures/sound.js';

/** MPEG audio layer 3, ISO/IEC 11172-3; media type of RFC 3003. */
export const mp3 = defineFormat({
  id: 'mp3',
  label: 'MP3',
  category: 'audio',
  extensions: ['mp3'],
  mimeTypes: ['audio/mpeg'],
  signature: [afterTags('mp3'), framesCutFromStream('mp3')],
  limits: mediaLimits(readMpegAudio),
  read: { ffmpeg: { as: 'audio', demuxer: 'mp3' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'mp3',
      tags: ALL_TAGS,
      holdsChapters: true,
      muxerArgs: ID3_VERSION,
      storesNoTimes: true,
      audio: { copies: ['mp3'], encoder: MP3, maxTracks: 1, maxChannels: 2, maxSampleRateHz: 48_000 },
      covers: COVER_CODECS,
      options: lossyAudioOptions,
    }),
  },
});
