import { defineFormat, type FormatSpec } from '../define/format.js';
import { type AudioTracks, type FfmpegWrite, writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { lossyAudioOptions } from '../define/options.js';
import { at, magic, shows } from '../define/signature.js';
import { ALL_TRACKS, MATROSKA_DEMUXER, PCM_CODECS, WINDOWS_SOUND_CODECS } from '../media/containers.js';
import {
  AAC,
  AC3,
  DTS,
  EAC3,
  FLAC,
  MLP,
  MP2,
  MP3,
  OPUS,
  PCM,
  SPEEX,
  TRUEHD,
  TTA,
  VORBIS,
  WAVPACK,
} from '../media/encoders/sound.js';
import { readSound } from '../media/read-only.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readMatroska } from '../media/readers/matroska.js';
import { readMpegAudio } from '../media/readers/mpeg-audio.js';
import { readOgg } from '../media/readers/ogg.js';
import { isMatroskaSound } from '../media/signatures/containers.js';
import { dolbyFrames } from '../media/signatures/dolby.js';
import { PRIORITY } from '../media/signatures/priorities.js';
import { afterTags, framesCutFromStream } from '../media/signatures/sound.js';

type Sound = Pick<
  FormatSpec,
  'id' | 'label' | 'extensions' | 'mimeTypes' | 'signature' | 'limits' | 'sharesBytesWith'
>;

/** A format of compressed sound. Without `limits` ffprobe reads its header. */
const packed = <const T extends Sound>(
  format: T,
  muxer: string,
  audio: Partial<AudioTracks> & Pick<AudioTracks, 'copies' | 'encoder'>,
  {
    demuxer = muxer,
    isLossy = true,
    storesNoTimes = false,
    holdsChapters = false,
    tags,
  }: Partial<Pick<FfmpegWrite, 'tags'>> & {
    demuxer?: string;
    isLossy?: boolean;
    storesNoTimes?: boolean;
    holdsChapters?: boolean;
  } = {},
) =>
  defineFormat({
    ...format,
    category: 'audio',
    read: { ffmpeg: { as: 'audio', demuxer } },
    write: {
      ffmpeg: writtenByFfmpeg({
        from: ['audio', 'video'],
        muxer,
        ...(storesNoTimes && { storesNoTimes }),
        ...(holdsChapters && { holdsChapters }),
        ...(tags && { tags }),
        audio: { maxTracks: 1, maxChannels: 2, maxSampleRateHz: 48_000, ...audio },
        covers: [],
        ...(isLossy && { options: lossyAudioOptions }),
      }),
    },
  });

/** Opus in Ogg, RFC 7845. A file named .ogg stays OGG. */
export const opus = packed(
  {
    id: 'opus',
    label: 'Opus',
    extensions: ['opus'],
    mimeTypes: ['audio/opus', 'audio/ogg'],
    signature: [magic({ 0: 'OggS', 28: 'OpusHead' }, PRIORITY.oggCodec)],
    limits: mediaLimits(readOgg),
  },
  'opus',
  { copies: ['opus'], encoder: OPUS, maxChannels: 8 },
  { demuxer: 'ogg', holdsChapters: true, tags: ALL_TAGS },
);

/** Speex in Ogg: speech, RFC 5574. */
export const spx = packed(
  {
    id: 'spx',
    label: 'Speex',
    extensions: ['spx'],
    mimeTypes: ['audio/x-speex'],
    signature: [magic({ 0: 'OggS', 28: 'Speex   ' }, PRIORITY.oggCodec)],
    limits: mediaLimits(readOgg),
  },
  'spx',
  { copies: ['speex'], encoder: SPEEX, maxSampleRateHz: 32_000 },
  { demuxer: 'ogg', tags: ALL_TAGS },
);

/** Matroska with sound alone. */
export const mka = defineFormat({
  id: 'mka',
  label: 'MKA',
  category: 'audio',
  extensions: ['mka'],
  mimeTypes: ['audio/matroska', 'audio/x-matroska'],
  signature: [shows(PRIORITY.mka, isMatroskaSound)],
  sharesBytesWith: ['mkv'],
  limits: mediaLimits(readMatroska),
  read: { ffmpeg: { as: 'audio', ...MATROSKA_DEMUXER } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'matroska',
      tags: ALL_TAGS,
      holdsChapters: true,
      audio: {
        copies: [
          ...['aac', 'mp3', 'mp2', 'ac3', 'eac3', 'dts', 'truehd', 'vorbis', 'opus', 'flac', 'alac'],
          ...['wavpack', ...PCM_CODECS, ...WINDOWS_SOUND_CODECS],
        ],
        encoder: FLAC,
        codecs: { flac: FLAC, aac: AAC, mp3: MP3, opus: OPUS, vorbis: VORBIS, ac3: AC3, pcm: PCM },
        maxTracks: ALL_TRACKS,
        maxChannels: 8,
        maxSampleRateHz: 192_000,
      },
      covers: [],
    }),
  },
});

/** Dolby Digital, ETSI TS 102 366. */
export const ac3 = packed(
  {
    id: 'ac3',
    label: 'AC-3',
    extensions: ['ac3'],
    mimeTypes: ['audio/ac3'],
    signature: [dolbyFrames('ac3')],
  },
  'ac3',
  { copies: ['ac3'], encoder: AC3, maxChannels: 6 },
  { storesNoTimes: true },
);

/** Dolby Digital Plus, annex E of the same. */
export const eac3 = packed(
  {
    id: 'eac3',
    label: 'E-AC-3',
    extensions: ['eac3', 'ec3'],
    mimeTypes: ['audio/eac3'],
    signature: [dolbyFrames('eac3')],
  },
  'eac3',
  { copies: ['eac3'], encoder: EAC3, maxChannels: 6 },
  { storesNoTimes: true },
);

/** DTS Coherent Acoustics, ETSI TS 102 114. */
export const dts = packed(
  {
    id: 'dts',
    label: 'DTS',
    extensions: ['dts'],
    mimeTypes: ['audio/vnd.dts'],
    signature: [at(0, '\x7f\xfe\x80\x01')],
  },
  'dts',
  { copies: ['dts'], encoder: DTS, maxChannels: 6 },
  { storesNoTimes: true },
);

/** Meridian Lossless Packing, of DVD-Audio. */
export const mlp = packed(
  {
    id: 'mlp',
    label: 'MLP',
    extensions: ['mlp'],
    mimeTypes: ['audio/vnd.dolby.mlp'],
    signature: [at(4, '\xf8\x72\x6f\xbb', PRIORITY.meridian)],
  },
  'mlp',
  { copies: ['mlp'], encoder: MLP, maxChannels: 6, maxSampleRateHz: 192_000 },
  { isLossy: false, storesNoTimes: true },
);

/** Dolby TrueHD, of Blu-ray. */
export const truehd = packed(
  {
    id: 'thd',
    label: 'TrueHD',
    extensions: ['thd', 'truehd'],
    mimeTypes: ['audio/vnd.dolby.mlp'],
    signature: [at(4, '\xf8\x72\x6f\xba', PRIORITY.meridian)],
  },
  'truehd',
  { copies: ['truehd'], encoder: TRUEHD, maxChannels: 6, maxSampleRateHz: 192_000 },
  { isLossy: false, storesNoTimes: true },
);

/** WavPack, lossless. */
export const wv = packed(
  {
    id: 'wv',
    label: 'WavPack',
    extensions: ['wv'],
    mimeTypes: ['audio/x-wavpack'],
    signature: [at(0, 'wvpk')],
  },
  'wv',
  { copies: ['wavpack'], encoder: WAVPACK, maxChannels: 8, maxSampleRateHz: 192_000 },
  { isLossy: false, storesNoTimes: true, tags: ALL_TAGS },
);

/** Monkey's Audio, lossless. */
export const ape = readSound(
  { id: 'ape', label: 'APE', extensions: ['ape'], mimeTypes: ['audio/x-ape'], signature: [at(0, 'MAC ')] },
  'ape',
);

/** Tom's lossless Audio Kompressor. */
export const tak = readSound(
  { id: 'tak', label: 'TAK', extensions: ['tak'], mimeTypes: ['audio/x-tak'], signature: [at(0, 'tBaK')] },
  'tak',
);

/** One bit at millions of samples a second, of Super Audio CDs. */
export const dsf = readSound(
  { id: 'dsf', label: 'DSF', extensions: ['dsf'], mimeTypes: ['audio/x-dsf'], signature: [at(0, 'DSD ')] },
  'dsf',
);

/** Musepack, stream version 8. */
export const mpc = readSound(
  {
    id: 'mpc',
    label: 'Musepack',
    extensions: ['mpc'],
    mimeTypes: ['audio/x-musepack'],
    signature: [at(0, 'MPCK')],
  },
  'mpc8',
);

/** Musepack, stream version 7, of 1999 to 2009: another format, of which ffmpeg has another reader. */
export const mpc7 = readSound(
  {
    id: 'mpc7',
    label: 'Musepack SV7',
    extensions: ['mpp'],
    mimeTypes: ['audio/x-musepack'],
    signature: [at(0, 'MP+\x07'), at(0, 'MP+\x17')],
  },
  'mpc',
);

/** True Audio, lossless. */
export const tta = packed(
  {
    id: 'tta',
    label: 'TTA',
    extensions: ['tta'],
    mimeTypes: ['audio/x-tta'],
    signature: [at(0, 'TTA1')],
  },
  'tta',
  { copies: ['tta'], encoder: TTA, maxChannels: 6, maxSampleRateHz: 192_000 },
  { isLossy: false, storesNoTimes: true, tags: ALL_TAGS },
);

/** MPEG audio layer II, ISO/IEC 11172-3, of broadcasting. */
export const mp2 = packed(
  {
    id: 'mp2',
    label: 'MP2',
    extensions: ['mp2', 'mpa'],
    mimeTypes: ['audio/mpeg'],
    signature: [afterTags('mp2'), framesCutFromStream('mp2')],
    limits: mediaLimits(readMpegAudio),
  },
  'mp2',
  { copies: ['mp2'], encoder: MP2 },
  { demuxer: 'mp3', storesNoTimes: true },
);
