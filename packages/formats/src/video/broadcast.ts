import { defineFormat, type FormatSpec } from '../define/format.js';
import {
  type AudioTracks,
  type FfmpegWrite,
  type PictureEncoder,
  type VideoTracks,
  writtenByFfmpeg,
} from '../define/media-engines.js';
import { videoOptions } from '../define/options.js';
import { at } from '../define/signature.js';
import { ALL_TRACKS, FAST_START, ISOBMFF_DEMUXER } from '../media/containers.js';
import { H264, HEVC, MPEG1, MPEG2, THEORA } from '../media/encoders/pictures.js';
import { AAC, AC3, FLAC, MP2, MP3, OPUS, PCM_16_AT_48_KHZ, VORBIS } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { readVideo } from '../media/read-only.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { brand, oggVideo } from '../media/signatures/containers.js';
import { programStream, transportStream } from '../media/signatures/mpeg.js';
import { PRIORITY } from '../media/signatures/priorities.js';

type Video = Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes' | 'signature' | 'limits'>;

interface Written {
  readonly encoder: PictureEncoder;
  readonly copies?: readonly string[];
  readonly codecs?: VideoTracks['codecs'];
  readonly audio: Pick<AudioTracks, 'encoder' | 'copies'> & Partial<AudioTracks>;
  readonly muxerArgs?: FfmpegWrite['muxerArgs'];
  readonly holdsChapters?: true;
  /** The encoder drops repeated pictures, and with them the time of the last picture of an animation. */
  readonly dropsRepeats?: true;
  /** As {@link FormatSpec.read} says. */
  readonly alsoAs?: string;
}

/** A container of video and sound. Without `limits` ffprobe reads its header. */
const container = <const T extends Video>(
  format: T,
  muxer: string,
  { encoder, copies = [], codecs, audio, muxerArgs, holdsChapters, dropsRepeats, alsoAs }: Written,
  demuxer: { demuxer: string; demuxerNames?: string } = { demuxer: muxer },
) =>
  defineFormat({
    ...format,
    category: 'video',
    read: { ffmpeg: { as: 'video', ...(alsoAs && { alsoAs }), ...demuxer } },
    write: {
      ffmpeg: writtenByFfmpeg({
        from: ['audio', 'video', 'silent'],
        muxer,
        ...(muxerArgs && { muxerArgs }),
        ...(holdsChapters && { holdsChapters }),
        video: { copies, encoder, ...(codecs && { codecs }), maxTracks: 1, holdsRotation: false },
        audio: { maxTracks: 1, maxChannels: 2, maxSampleRateHz: 48_000, ...audio },
        covers: [],
        options: videoOptions,
      }),
      ...(!dropsRepeats && { stills: FILM }),
    },
  });

/** MPEG program stream, ISO/IEC 13818-1, as DVDs and old recorders store it; .vob is the same. */
export const mpg = container(
  {
    id: 'mpg',
    label: 'MPEG',
    extensions: ['mpg', 'mpeg', 'vob', 'm2p'],
    mimeTypes: ['video/mpeg'],
    signature: [programStream],
  },
  'vob',
  {
    encoder: MPEG2,
    codecs: { mpeg2: MPEG2, mpeg1: MPEG1 },
    copies: ['mpeg2video', 'mpeg1video'],
    audio: { encoder: MP2, codecs: { mp2: MP2, ac3: AC3 }, copies: ['mp2', 'ac3'] },
  },
  { demuxer: 'mpeg' },
);

const transport = {
  encoder: H264,
  codecs: { h264: H264, hevc: HEVC, mpeg2: MPEG2 },
  copies: ['h264', 'hevc', 'mpeg2video'],
  audio: {
    encoder: AAC,
    codecs: { aac: AAC, mp2: MP2, mp3: MP3, ac3: AC3 },
    copies: ['aac', 'mp2', 'mp3', 'ac3', 'eac3'],
    maxTracks: ALL_TRACKS,
    maxChannels: 6,
  },
};

/** MPEG transport stream, ISO/IEC 13818-1: packets of 188 bytes, as television sends them. */
export const ts = container(
  {
    id: 'ts',
    label: 'TS',
    extensions: ['ts', 'm2t'],
    mimeTypes: ['video/mp2t'],
    signature: [transportStream('ts')],
  },
  'mpegts',
  transport,
);

/** The same with a time before each packet, as Blu-ray discs and cameras (AVCHD) store it. */
export const m2ts = container(
  {
    id: 'm2ts',
    label: 'M2TS',
    extensions: ['m2ts', 'mts'],
    mimeTypes: ['video/mp2t'],
    signature: [transportStream('m2ts')],
  },
  'mpegts',
  { ...transport, muxerArgs: ['-mpegts_m2ts_mode', '1'] },
);

/** Material Exchange Format, SMPTE ST 377-1. */
export const mxf = container(
  {
    id: 'mxf',
    label: 'MXF',
    extensions: ['mxf'],
    mimeTypes: ['application/mxf'],
    signature: [at(0, '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01')],
  },
  'mxf',
  {
    encoder: MPEG2,
    copies: ['mpeg2video'],
    audio: { encoder: PCM_16_AT_48_KHZ, copies: [], maxChannels: 8 },
    // Else only the frame rates of television.
    muxerArgs: ['-strict', 'unofficial'],
  },
);

/** Ogg with Theora and Vorbis. */
export const ogv = container(
  {
    id: 'ogv',
    label: 'OGV',
    extensions: ['ogv', 'ogm'],
    mimeTypes: ['video/ogg'],
    signature: [oggVideo],
  },
  'ogv',
  {
    encoder: THEORA,
    dropsRepeats: true,
    copies: ['theora'],
    audio: {
      encoder: VORBIS,
      codecs: { vorbis: VORBIS, opus: OPUS, flac: FLAC },
      copies: ['vorbis', 'opus', 'flac'],
      maxChannels: 8,
      maxSampleRateHz: 192_000,
    },
  },
  { demuxer: 'ogg' },
);

/** 3GPP2, C.S0050: the container of CDMA phones. */
export const threeG2 = container(
  {
    id: '3g2',
    label: '3G2',
    extensions: ['3g2', '3gpp2'],
    mimeTypes: ['video/3gpp2'],
    signature: [brand('3g2', PRIORITY.brand + 1)],
    limits: mediaLimits(readIsobmff),
  },
  '3g2',
  {
    encoder: H264,
    copies: ['h264', 'mpeg4', 'h263'],
    audio: { encoder: AAC, copies: ['aac'], maxTracks: ALL_TRACKS },
    holdsChapters: true,
    alsoAs: 'subtitled',
    muxerArgs: FAST_START,
  },
  ISOBMFF_DEMUXER,
);

/** F4V of Flash: MP4 with a brand of its own. */
export const f4v = container(
  {
    id: 'f4v',
    label: 'F4V',
    extensions: ['f4v'],
    mimeTypes: ['video/x-f4v'],
    signature: [brand('f4v ')],
    limits: mediaLimits(readIsobmff),
  },
  'f4v',
  {
    encoder: H264,
    copies: ['h264'],
    audio: { encoder: AAC, copies: ['aac', 'mp3'], maxTracks: ALL_TRACKS, maxChannels: 6 },
    muxerArgs: FAST_START,
    holdsChapters: true,
  },
  ISOBMFF_DEMUXER,
);

/** MP4 in pieces, of Smooth Streaming; one of ours would delay the pictures by two frames. */
export const ismv = readVideo(
  {
    id: 'ismv',
    label: 'ISMV',
    extensions: ['ismv'],
    mimeTypes: ['application/vnd.ms-sstr'],
    signature: [brand('isml'), brand('piff')],
  },
  ISOBMFF_DEMUXER,
);

/** DV of camcorders, IEC 61834. It holds two sizes of pictures and no others. */
export const dv = readVideo(
  {
    id: 'dv',
    label: 'DV',
    extensions: ['dv'],
    mimeTypes: ['video/x-dv'],
    signature: [at(0, '\x1f\x07\0'), at(0, '\x3f\x07\0')],
  },
  { demuxer: 'dv' },
);

/** RealMedia. */
export const rm = readVideo(
  {
    id: 'rm',
    label: 'RM',
    extensions: ['rm', 'rmvb', 'ra'],
    mimeTypes: ['application/vnd.rn-realmedia'],
    signature: [at(0, '.RMF')],
  },
  { demuxer: 'rm' },
);

/** NUT, FFmpeg's own container. */
export const nut = readVideo(
  {
    id: 'nut',
    label: 'NUT',
    extensions: ['nut'],
    mimeTypes: ['video/x-nut'],
    signature: [at(0, 'nut/multimedia container\0')],
  },
  { demuxer: 'nut' },
);

/** Windows Recorded TV. */
export const wtv = readVideo(
  {
    id: 'wtv',
    label: 'WTV',
    extensions: ['wtv'],
    mimeTypes: ['video/x-ms-wtv'],
    signature: [at(0, '\xb7\xd8\x00\x20\x37\x49\xda\x11\xa6\x4e\x00\x07\xe9\x5e\xad\x8d')],
  },
  { demuxer: 'wtv' },
);
