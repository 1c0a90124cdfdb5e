import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { FILM_TAGS } from '../define/media-tags.js';
import { videoOptions } from '../define/options.js';
import { magic } from '../define/signature.js';
import { ALL_TRACKS } from '../media/containers.js';
import { XVID } from '../media/encoders/pictures.js';
import { AC3, MP3_CONSTANT_RATE, PCM_16 } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readAvi } from '../media/readers/riff.js';

/** Audio Video Interleave: MPEG-4 part 2 and MP3, which its old players support. */
export const avi = defineFormat({
  id: 'avi',
  label: 'AVI',
  category: 'video',
  extensions: ['avi', 'divx'],
  mimeTypes: ['video/x-msvideo', 'video/avi', 'video/vnd.avi'],
  signature: [magic({ 0: 'RIFF', 8: 'AVI ' })],
  limits: mediaLimits(readAvi),
  read: { ffmpeg: { as: 'video', demuxer: 'avi' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'avi',
      tags: FILM_TAGS,
      // H.264 in AVI loses the order of its frames.
      video: {
        copies: ['mpeg4', 'msmpeg4v2', 'msmpeg4v3', 'mjpeg', 'dvvideo', 'huffyuv'],
        encoder: XVID,
        maxTracks: 1,
        holdsRotation: false,
      },
      audio: {
        copies: ['mp3', 'mp2', 'ac3', 'pcm_u8', 'pcm_s16le'],
        encoder: MP3_CONSTANT_RATE,
        codecs: { mp3: MP3_CONSTANT_RATE, ac3: AC3, pcm: PCM_16 },
        maxTracks: ALL_TRACKS,
        maxChannels: 2,
        maxSampleRateHz: 48_000,
      },
      covers: [],
      options: videoOptions,
    }),
    stills: FILM,
  },
});
