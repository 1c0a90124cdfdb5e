import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { videoOptions } from '../define/options.js';
import { ALL_TRACKS, MATROSKA_DEMUXER, PCM_CODECS, WINDOWS_SOUND_CODECS } from '../media/containers.js';
import { AV1, H264, HEVC, MPEG2, MPEG4, VP9 } from '../media/encoders/pictures.js';
import { AAC, AC3, FLAC, MP3, OPUS, PCM, VORBIS } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readMatroska } from '../media/readers/matroska.js';
import { docType } from '../media/signatures/containers.js';

/** Matroska, RFC 9559: can hold nearly every codec. */
export const mkv = defineFormat({
  id: 'mkv',
  label: 'MKV',
  category: 'video',
  extensions: ['mkv'],
  mimeTypes: ['video/matroska', 'video/x-matroska'],
  signature: [docType('mkv')],
  limits: mediaLimits(readMatroska),
  read: { ffmpeg: { as: 'video', alsoAs: 'subtitled', ...MATROSKA_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'matroska',
      tags: ALL_TAGS,
      holdsChapters: true,
      video: {
        copies: [
          ...['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mpeg2video', 'mpeg1video', 'theora', 'mjpeg'],
          ...['prores', 'ffv1', 'msmpeg4v2', 'msmpeg4v3', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'flv1', 'huffyuv'],
        ],
        encoder: H264,
        codecs: { h264: H264, hevc: HEVC, av1: AV1, vp9: VP9, mpeg4: MPEG4, mpeg2: MPEG2 },
        maxTracks: ALL_TRACKS,
        holdsRotation: false,
      },
      audio: {
        copies: [
          ...['aac', 'mp3', 'mp2', 'ac3', 'eac3', 'dts', 'truehd', 'vorbis', 'opus', 'flac', 'alac'],
          ...['wavpack', ...PCM_CODECS, ...WINDOWS_SOUND_CODECS],
        ],
        encoder: AAC,
        codecs: { aac: AAC, mp3: MP3, opus: OPUS, vorbis: VORBIS, ac3: AC3, flac: FLAC, pcm: PCM },
        maxTracks: ALL_TRACKS,
        maxChannels: 8,
        maxSampleRateHz: 48_000,
      },
      subtitles: {
        copies: ['subrip', 'ass', 'webvtt', 'hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle'],
        encoder: 'subrip',
      },
      covers: [],
      options: videoOptions,
    }),
    stills: FILM,
  },
});
