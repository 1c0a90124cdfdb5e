import { z } from 'zod';
import { inspectWrittenZip } from '../bytes/zip-output.js';
import { defineFormat } from '../define/format.js';
import { type PictureEncoder, writtenByFfmpeg } from '../define/media-engines.js';
import { videoOptions } from '../define/options.js';
import { at } from '../define/signature.js';
import { SILENT } from '../media/containers.js';
import { H264 } from '../media/encoders/pictures.js';
import { AAC } from '../media/encoders/sound.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readMatroska } from '../media/readers/matroska.js';

/** One picture more than a bundle may hold shows that there are more; four digits name them all. */
const MAX_PICTURES = 9_999;

/** Lossless, with colours at full resolution: what the pictures are made from. */
const FFV1: PictureEncoder = {
  codec: 'ffv1',
  args: () => ['-c:%', 'ffv1', '-level:%', '3', '-slices:%', '4'],
  pixelFormat: 'yuv444p',
};

/** Pictures of a film on their way into a zip; as they are, where they are in the standard range of light. */
export const reel = defineFormat({
  id: 'reel',
  label: 'MKV',
  category: 'video',
  extensions: ['mkvr'],
  mimeTypes: ['video/matroska'],
  internal: true,
  // Its reader is forced: nothing has to be recognised.
  noSignature: true,
  limits: mediaLimits(readMatroska),
  read: { bundle: { as: 'reel' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['video', 'silent'],
      muxer: 'matroska',
      muxerArgs: ['-frames:v:0', `${MAX_PICTURES + 1}`],
      video: { copies: ['h264', 'vp8'], encoder: FFV1, maxTracks: 1, holdsRotation: false },
      audio: SILENT,
      covers: [],
    }),
  },
});

/** Every picture of a film as a file of its own. */
export const framesZip = defineFormat({
  id: 'frames-zip',
  label: 'Frames (ZIP)',
  category: 'video',
  extensions: ['frames'],
  outputExtension: 'zip',
  mimeTypes: ['application/zip'],
  // A zip is recognised as one before: this is for the check of what was written.
  signature: [at(0, 'PK\x03\x04', 12)],
  limits: inspectWrittenZip,
  write: {
    bundle: {
      from: ['reel'],
      as: 'pictures',
      holds: ['video', 'many colours', 'wide pictures'],
      options: z.strictObject({
        picture: z
          .enum(['jpg', 'png'])
          .default('jpg')
          .describe('jpg is ten times smaller; png keeps every pixel.'),
      }),
    },
  },
});

/** Players change to another segment where a picture needs no other one. */
const KEY_PICTURE_SECONDS = 2;
const SEGMENTED: PictureEncoder = {
  ...H264,
  args: (quality) => [
    ...H264.args(quality),
    ...['-force_key_frames:%', `expr:gte(t,n_forced*${KEY_PICTURE_SECONDS})`],
  ],
};

/** What every player of HLS plays, on its way into segments. */
export const segmentable = defineFormat({
  id: 'segmentable',
  label: 'MKV',
  category: 'video',
  extensions: ['mkvs'],
  mimeTypes: ['video/matroska'],
  internal: true,
  // Its reader is forced: nothing has to be recognised.
  noSignature: true,
  limits: mediaLimits(readMatroska),
  read: { bundle: { as: 'segmentable' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['video', 'silent'],
      muxer: 'matroska',
      video: { copies: ['h264'], encoder: SEGMENTED, maxTracks: 1, holdsRotation: false },
      audio: { copies: ['aac'], encoder: AAC, maxTracks: 1, maxChannels: 2, maxSampleRateHz: 48_000 },
      covers: [],
      options: videoOptions,
    }),
  },
});

/** HTTP Live Streaming, RFC 8216: a playlist and MPEG-2 segments that web servers deliver as they are. */
export const hls = defineFormat({
  id: 'hls',
  label: 'HLS (ZIP)',
  category: 'video',
  extensions: ['hls'],
  outputExtension: 'zip',
  mimeTypes: ['application/zip'],
  signature: [at(0, 'PK\x03\x04', 11)],
  limits: inspectWrittenZip,
  write: {
    bundle: {
      from: ['segmentable'],
      as: 'segments',
      holds: ['video', 'many colours', 'wide pictures', 'sound', 'full sample rate'],
      options: z.strictObject({
        segmentSeconds: z
          .int()
          .min(2)
          .max(20)
          .default(6)
          .describe('Length of a segment: short ones start sooner, long ones need fewer requests.')
          .meta({ unit: 's', advanced: true }),
      }),
    },
  },
});
