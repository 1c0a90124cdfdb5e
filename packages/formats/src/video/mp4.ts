import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { videoOptions } from '../define/options.js';
import { ALL_TRACKS, COVER_CODECS, FAST_START, ISOBMFF_DEMUXER } from '../media/containers.js';
import { AV1, H264, HEVC, MPEG4, VP9 } from '../media/encoders/pictures.js';
import { AAC, AC3, ALAC, MP3, OPUS } from '../media/encoders/sound.js';
import { FILM, SLIDES } from '../media/film.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { mp4Signature } from '../media/signatures/containers.js';

/** MPEG-4, ISO/IEC 14496-14: H.264 and AAC, unless the source has codecs that it can hold. */
export const mp4 = defineFormat({
  id: 'mp4',
  label: 'MP4',
  category: 'video',
  extensions: ['mp4', 'm4v'],
  mimeTypes: ['video/mp4'],
  signature: [mp4Signature],
  sharesBytesWith: ['mp4-sound'],
  limits: mediaLimits(readIsobmff),
  read: { ffmpeg: { as: 'video', alsoAs: 'subtitled', ...ISOBMFF_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'mp4',
      tags: ALL_TAGS,
      holdsChapters: true,
      muxerArgs: FAST_START,
      video: {
        copies: ['h264', 'hevc', 'av1', 'vp9', 'mpeg4'],
        encoder: H264,
        codecs: { h264: H264, hevc: HEVC, av1: AV1, vp9: VP9, mpeg4: MPEG4 },
        maxTracks: ALL_TRACKS,
        holdsRotation: true,
      },
      // FLAC in MP4 is silent in most players.
      audio: {
        copies: ['aac', 'mp3', 'ac3', 'eac3', 'opus', 'alac'],
        encoder: AAC,
        codecs: { aac: AAC, mp3: MP3, opus: OPUS, ac3: AC3, alac: ALAC },
        maxTracks: ALL_TRACKS,
        maxChannels: 8,
        maxSampleRateHz: 48_000,
      },
      subtitles: { copies: ['mov_text'], encoder: 'mov_text' },
      covers: COVER_CODECS,
      options: videoOptions,
    }),
    slideshow: { from: ['slides'], codec: 'h264', holds: SLIDES },
    stills: FILM,
  },
});
