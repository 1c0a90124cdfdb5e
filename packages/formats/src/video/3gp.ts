import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { videoOptions } from '../define/options.js';
import { ALL_TRACKS, FAST_START, ISOBMFF_DEMUXER } from '../media/containers.js';
import { H264, MPEG4 } from '../media/encoders/pictures.js';
import { AAC } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { brand } from '../media/signatures/containers.js';

/** 3GPP, TS 26.244: H.264 and AAC. */
export const threeGp = defineFormat({
  id: '3gp',
  label: '3GP',
  category: 'video',
  extensions: ['3gp', '3gpp'],
  mimeTypes: ['video/3gpp'],
  signature: [brand('3g')],
  limits: mediaLimits(readIsobmff),
  read: { ffmpeg: { as: 'video', alsoAs: 'subtitled', ...ISOBMFF_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: '3gp',
      holdsChapters: true,
      muxerArgs: FAST_START,
      video: {
        copies: ['h264', 'mpeg4', 'h263'],
        encoder: H264,
        codecs: { h264: H264, mpeg4: MPEG4 },
        maxTracks: 1,
        holdsRotation: true,
      },
      audio: {
        copies: ['aac', 'amr_nb', 'amr_wb'],
        encoder: AAC,
        maxTracks: ALL_TRACKS,
        maxChannels: 2,
        maxSampleRateHz: 48_000,
      },
      subtitles: { copies: ['mov_text'], encoder: 'mov_text' },
      covers: [],
      options: videoOptions,
    }),
    stills: FILM,
  },
});
