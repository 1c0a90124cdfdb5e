import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { RIFF_TAGS } from '../define/media-tags.js';
import { magic } from '../define/signature.js';
import { PCM_CODECS } from '../media/containers.js';
import { PCM } from '../media/encoders/sound.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readWave } from '../media/readers/riff.js';
import { afterTags } from '../media/signatures/sound.js';

/** PCM sound in RIFF or RF64; written at the depth and rate of the source. */
export const wav = defineFormat({
  id: 'wav',
  label: 'WAV',
  category: 'audio',
  extensions: ['wav', 'wave'],
  mimeTypes: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
  signature: [magic({ 0: 'RIFF', 8: 'WAVE' }), magic({ 0: 'RF64', 8: 'WAVE' }), afterTags('wav')],
  limits: mediaLimits(readWave),
  read: {
    ffmpeg: {
      as: 'audio',
      demuxer: 'wav',
      args: ({ understatesLength }) => (understatesLength ? ['-ignore_length', '1'] : []),
    },
  },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'wav',
      tags: RIFF_TAGS,
      // RF64 only when the file exceeds the 4 GB of RIFF.
      muxerArgs: ['-rf64', 'auto'],
      storesNoTimes: true,
      audio: {
        copies: [...PCM_CODECS, 'pcm_alaw', 'pcm_mulaw'],
        encoder: PCM,
        maxTracks: 1,
        maxChannels: 64,
        maxSampleRateHz: 768_000,
      },
      covers: [],
    }),
  },
});
