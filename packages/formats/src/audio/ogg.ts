import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { lossyAudioOptions } from '../define/options.js';
import { at } from '../define/signature.js';
import { FLAC, OPUS, VORBIS } from '../media/encoders/sound.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readOgg } from '../media/readers/ogg.js';

/** Ogg, RFC 3533: Vorbis by default; Opus and FLAC are copied unchanged. Media type of RFC 5334. */
export const ogg = defineFormat({
  id: 'ogg',
  label: 'OGG',
  category: 'audio',
  extensions: ['ogg', 'oga'],
  mimeTypes: ['audio/ogg'],
  signature: [at(0, 'OggS')],
  sharesBytesWith: ['opus', 'spx'],
  limits: mediaLimits(readOgg),
  read: { ffmpeg: { as: 'audio', demuxer: 'ogg' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'ogg',
      tags: ALL_TAGS,
      audio: {
        copies: ['vorbis', 'opus', 'flac', 'speex'],
        encoder: VORBIS,
        codecs: { vorbis: VORBIS, opus: OPUS, flac: FLAC },
        maxTracks: 1,
        maxChannels: 8,
        maxSampleRateHz: 192_000,
      },
      covers: [],
      options: lossyAudioOptions,
    }),
  },
});
