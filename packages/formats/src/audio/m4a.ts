import { z } from 'zod';
import { defineFormat, type KnownContent } from '../define/format.js';
import { type AudioTracks, writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { lossyAudioOptions } from '../define/options.js';
import { ALL_TRACKS, COVER_CODECS, FAST_START, ISOBMFF_DEMUXER } from '../media/containers.js';
import { AAC, ALAC } from '../media/encoders/sound.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { brand, mp4SoundSignature } from '../media/signatures/containers.js';

const options = lossyAudioOptions.extend({
  codec: z
    .enum(['aac', 'alac'])
    .default('aac')
    .describe('aac plays everywhere; alac (Apple Lossless) keeps every bit and is three times as large.'),
});

/** Apple Lossless, in place of AAC. */
const LOSSLESS: AudioTracks = {
  copies: ['alac'],
  encoder: ALAC,
  maxTracks: ALL_TRACKS,
  maxChannels: 8,
  maxSampleRateHz: 384_000,
};

/** MPEG-4 audio without video, ISO/IEC 14496-14. */
export const m4a = defineFormat({
  id: 'm4a',
  label: 'M4A',
  category: 'audio',
  extensions: ['m4a'],
  mimeTypes: ['audio/mp4', 'audio/x-m4a'],
  signature: [brand('M4A '), brand('M4B ')],
  sharesBytesWith: ['mp4-sound'],
  limits: mediaLimits(readIsobmff),
  read: { ffmpeg: { as: 'audio', ...ISOBMFF_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'ipod',
      tags: ALL_TAGS,
      holdsChapters: true,
      muxerArgs: FAST_START,
      audio: {
        copies: ['aac'],
        encoder: AAC,
        maxTracks: ALL_TRACKS,
        maxChannels: 8,
        maxSampleRateHz: 48_000,
      },
      covers: COVER_CODECS,
      options,
      audioFor: ({ codec }) => (codec === 'alac' ? LOSSLESS : undefined),
    }),
  },
});

/** Only sound, and a brand that allows M4A and MP4: the file name decides between them. */
export const mp4Sound: KnownContent = {
  id: 'mp4-sound',
  signature: [mp4SoundSignature],
  treatedAs: 'm4a',
};
