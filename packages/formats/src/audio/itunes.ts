import { defineFormat, type FormatSpec } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { lossyAudioOptions } from '../define/options.js';
import { ALL_TRACKS, COVER_CODECS, FAST_START, ISOBMFF_DEMUXER } from '../media/containers.js';
import { AAC } from '../media/encoders/sound.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { brand } from '../media/signatures/containers.js';
import { PRIORITY } from '../media/signatures/priorities.js';

type Named = Required<Pick<FormatSpec, 'id' | 'label' | 'mimeTypes' | 'signature'>>;

/** M4A under a name of its own. @param muxerArgs - beyond those of M4A */
const namedM4a = <const T extends Named>(format: T, maxTracks: number, muxerArgs: readonly string[] = []) =>
  defineFormat({
    ...format,
    category: 'audio',
    extensions: [format.id],
    // The name alone tells them from music.
    sharesBytesWith: ['m4a', 'mp4-sound'],
    limits: mediaLimits(readIsobmff),
    read: { ffmpeg: { as: 'audio', ...ISOBMFF_DEMUXER } },
    write: {
      ffmpeg: writtenByFfmpeg({
        from: ['audio', 'video'],
        muxer: 'ipod',
        holdsChapters: true,
        muxerArgs: [...FAST_START, ...muxerArgs],
        audio: { copies: ['aac'], encoder: AAC, maxTracks, maxChannels: 8, maxSampleRateHz: 48_000 },
        covers: COVER_CODECS,
        options: lossyAudioOptions,
      }),
    },
  });

/** A book that is read aloud: players remember where the listener stopped, and show its chapters. */
export const m4b = namedM4a(
  {
    id: 'm4b',
    label: 'M4B',
    mimeTypes: ['audio/x-m4b', 'audio/mp4'],
    signature: [brand('M4B ', PRIORITY.named.m4b)],
  },
  ALL_TRACKS,
  // Four letters, of which the last is a space; with a second one fluent-ffmpeg does not take it for two arguments.
  ['-brand', 'M4B  '],
);

/** A ringtone of an iPhone, which takes one of 40 seconds at most: `end` cuts it. */
export const m4r = namedM4a(
  {
    id: 'm4r',
    label: 'M4R',
    mimeTypes: ['audio/x-m4r', 'audio/mp4'],
    signature: [brand('M4A ', PRIORITY.named.m4r)],
  },
  1,
);
