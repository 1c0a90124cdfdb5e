import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { videoOptions } from '../define/options.js';
import { at } from '../define/signature.js';
import { H264 } from '../media/encoders/pictures.js';
import { AAC } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { readFlv } from '../media/readers/flv.js';
import { mediaLimits } from '../media/readers/header-reader.js';

/** Flash Video: H.264 and AAC. */
export const flv = defineFormat({
  id: 'flv',
  label: 'FLV',
  category: 'video',
  extensions: ['flv'],
  mimeTypes: ['video/x-flv'],
  signature: [at(0, 'FLV\x01')],
  limits: mediaLimits(readFlv),
  read: { ffmpeg: { as: 'video', demuxer: 'flv' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'flv',
      video: { copies: ['h264', 'flv1', 'vp6f'], encoder: H264, maxTracks: 1, holdsRotation: false },
      audio: { copies: ['aac'], encoder: AAC, maxTracks: 1, maxChannels: 8, maxSampleRateHz: 48_000 },
      covers: [],
      options: videoOptions,
    }),
    stills: FILM,
  },
});
