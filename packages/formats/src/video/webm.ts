import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { videoOptions } from '../define/options.js';
import { ALL_TRACKS, MATROSKA_DEMUXER } from '../media/containers.js';
import { AV1, VP9 } from '../media/encoders/pictures.js';
import { OPUS, VORBIS } from '../media/encoders/sound.js';
import { FILM, SLIDES } from '../media/film.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readMatroska } from '../media/readers/matroska.js';
import { docType } from '../media/signatures/containers.js';

/** WebM: VP9 and Opus; VP8, AV1 and Vorbis are copied. */
export const webm = defineFormat({
  id: 'webm',
  label: 'WebM',
  category: 'video',
  extensions: ['webm'],
  mimeTypes: ['video/webm'],
  signature: [docType('webm')],
  limits: mediaLimits(readMatroska),
  read: { ffmpeg: { as: 'video', alsoAs: 'subtitled', ...MATROSKA_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'webm',
      tags: ALL_TAGS,
      holdsChapters: true,
      video: {
        copies: ['vp8', 'vp9', 'av1'],
        encoder: VP9,
        codecs: { vp9: VP9, av1: AV1 },
        maxTracks: 1,
        holdsRotation: false,
      },
      audio: {
        copies: ['vorbis', 'opus'],
        encoder: OPUS,
        codecs: { opus: OPUS, vorbis: VORBIS },
        maxTracks: ALL_TRACKS,
        maxChannels: 8,
        maxSampleRateHz: 48_000,
      },
      subtitles: { copies: ['webvtt'], encoder: 'webvtt' },
      covers: [],
      options: videoOptions,
    }),
    slideshow: { from: ['slides'], codec: 'vp9', holds: SLIDES },
    stills: FILM,
  },
});
