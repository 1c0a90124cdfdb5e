import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { QUICKTIME_TAGS } from '../define/media-tags.js';
import { videoOptions } from '../define/options.js';
import {
  ALL_TRACKS,
  FAST_START,
  ISOBMFF_DEMUXER,
  PCM_BIG_ENDIAN_CODECS,
  PCM_CODECS,
} from '../media/containers.js';
import { H264, HEVC, MPEG4, PRORES } from '../media/encoders/pictures.js';
import { AAC, AC3, ALAC, MP3, PCM } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { brand, oldQuickTime } from '../media/signatures/containers.js';

/** QuickTime: H.264 and AAC, unless the source has codecs that it can hold. */
export const mov = defineFormat({
  id: 'mov',
  label: 'MOV',
  category: 'video',
  extensions: ['mov', 'qt'],
  mimeTypes: ['video/quicktime'],
  signature: [brand('qt  '), oldQuickTime],
  limits: mediaLimits(readIsobmff),
  read: { ffmpeg: { as: 'video', alsoAs: 'subtitled', ...ISOBMFF_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'mov',
      tags: QUICKTIME_TAGS,
      holdsChapters: true,
      muxerArgs: FAST_START,
      video: {
        copies: ['h264', 'hevc', 'mpeg4', 'prores', 'dnxhd', 'mjpeg', 'mpeg2video', 'dvvideo'],
        encoder: H264,
        codecs: { h264: H264, hevc: HEVC, prores: PRORES, mpeg4: MPEG4 },
        maxTracks: ALL_TRACKS,
        holdsRotation: true,
      },
      audio: {
        copies: ['aac', 'mp3', 'ac3', 'eac3', 'alac', ...PCM_CODECS, ...PCM_BIG_ENDIAN_CODECS],
        encoder: AAC,
        codecs: { aac: AAC, mp3: MP3, ac3: AC3, alac: ALAC, pcm: PCM },
        maxTracks: ALL_TRACKS,
        maxChannels: 8,
        maxSampleRateHz: 48_000,
      },
      subtitles: { copies: ['mov_text'], encoder: 'mov_text' },
      covers: [],
      options: videoOptions,
    }),
    stills: FILM,
  },
});
