import { defineFormat, type FormatSpec } from '../define/format.js';
import { type PictureEncoder, writtenByFfmpeg } from '../define/media-engines.js';
import { videoOptions } from '../define/options.js';
import { at } from '../define/signature.js';
import { SILENT } from '../media/containers.js';
import { AV1_ALONE, H264, HEVC, MJPEG, MPEG1, MPEG2, MPEG4, RAW, VP9 } from '../media/encoders/pictures.js';
import { mpegVideo } from '../media/signatures/mpeg.js';

type Silent = Pick<
  FormatSpec,
  'id' | 'label' | 'extensions' | 'mimeTypes' | 'signature' | 'noSignature' | 'sharesBytesWith'
>;

interface Stream {
  readonly muxer: string;
  readonly demuxer?: string;
  readonly encoder: PictureEncoder;
  readonly copies?: readonly string[];
  /** ffmpeg's bit stream filters: containers keep the headers of a stream apart, which a bare stream needs. */
  readonly filters?: string;
  readonly keepsTimes?: true;
}

/** Pictures alone: one video stream with little or nothing around it. The sound is left out, and reported. */
const stream = <const T extends Silent>(
  format: T,
  { muxer, demuxer = muxer, encoder, copies = [encoder.codec], filters, keepsTimes }: Stream,
) =>
  defineFormat({
    ...format,
    category: 'video',
    read: { ffmpeg: { as: 'silent', demuxer } },
    write: {
      ffmpeg: writtenByFfmpeg({
        from: ['video', 'silent'],
        muxer,
        ...(filters !== undefined && { muxerArgs: ['-bsf:v:0', filters] }),
        ...(!keepsTimes && { storesNoTimes: true }),
        video: { copies, encoder, maxTracks: 1, holdsRotation: false },
        audio: SILENT,
        covers: [],
        options: videoOptions,
      }),
    },
  });

/** A start code of three or four bytes, and what may follow it. */
const startCodes = (...units: readonly string[]) =>
  units.flatMap((unit) => [at(0, `\0\0\0\x01${unit}`), at(0, `\0\0\x01${unit}`)]);

/** H.264 in a byte stream, ITU-T H.264 annex B. */
export const h264 = stream(
  {
    id: 'h264',
    label: 'H.264',
    extensions: ['h264', '264', 'avc'],
    mimeTypes: ['video/h264'],
    // A sequence parameter set, or the delimiter before it.
    signature: startCodes('\x67', '\x27', '\x47', '\x09'),
  },
  { muxer: 'h264', encoder: H264, filters: 'h264_mp4toannexb,dump_extra' },
);

/** H.265 in a byte stream, ITU-T H.265 annex B. */
export const hevc = stream(
  {
    id: 'hevc',
    label: 'H.265',
    extensions: ['hevc', 'h265', '265'],
    mimeTypes: ['video/h265'],
    // A video or sequence parameter set, or the delimiter before it.
    signature: startCodes('\x40\x01', '\x42\x01', '\x46\x01'),
  },
  { muxer: 'hevc', encoder: HEVC, filters: 'hevc_mp4toannexb,dump_extra' },
);

/** MPEG-2 video without a container, ISO/IEC 13818-2. */
export const m2v = stream(
  {
    id: 'm2v',
    label: 'M2V',
    extensions: ['m2v', 'mpv'],
    mimeTypes: ['video/mpeg'],
    signature: [mpegVideo('m2v')],
  },
  { muxer: 'mpeg2video', demuxer: 'mpegvideo', encoder: MPEG2 },
);

/** MPEG-1 video without a container, ISO/IEC 11172-2. */
export const m1v = stream(
  {
    id: 'm1v',
    label: 'M1V',
    extensions: ['m1v'],
    mimeTypes: ['video/mpeg'],
    signature: [mpegVideo('m1v')],
  },
  { muxer: 'mpeg1video', demuxer: 'mpegvideo', encoder: MPEG1 },
);

/** MPEG-4 part 2 without a container, ISO/IEC 14496-2. */
export const m4e = stream(
  {
    id: 'm4e',
    label: 'MPEG-4 stream',
    extensions: ['m4e'],
    mimeTypes: ['video/MP4V-ES'],
    signature: [at(0, '\0\0\x01\xb0')],
  },
  { muxer: 'm4v', encoder: MPEG4, filters: 'dump_extra' },
);

/** IVF, the simple container of VP8, VP9 and AV1 that their test programs use. */
export const ivf = stream(
  {
    id: 'ivf',
    label: 'IVF',
    extensions: ['ivf'],
    mimeTypes: ['video/x-ivf'],
    signature: [at(0, 'DKIF\0\0')],
  },
  { muxer: 'ivf', encoder: VP9, copies: ['vp8', 'vp9', 'av1'], keepsTimes: true },
);

/** AV1 without a container: "low overhead" units, each frame with a delimiter. */
export const obu = stream(
  {
    id: 'obu',
    label: 'AV1',
    extensions: ['obu', 'av1'],
    mimeTypes: ['video/AV1'],
    signature: [at(0, '\x12\0\x0a')],
  },
  { muxer: 'obu', encoder: AV1_ALONE },
);

/** Pictures without compression, of the MJPEG tools and of encoders. */
export const y4m = stream(
  {
    id: 'y4m',
    label: 'Y4M',
    extensions: ['y4m'],
    mimeTypes: ['video/x-yuv4mpeg'],
    signature: [at(0, 'YUV4MPEG2 ')],
  },
  { muxer: 'yuv4mpegpipe', encoder: RAW, copies: [] },
);

/** JPEG pictures one after the other: its bytes begin like those of one picture. */
export const mjpeg = stream(
  {
    id: 'mjpeg',
    label: 'MJPEG',
    extensions: ['mjpeg', 'mjpg'],
    mimeTypes: ['video/x-motion-jpeg'],
    sharesBytesWith: ['jpg'],
  },
  { muxer: 'mjpeg', encoder: MJPEG },
);
