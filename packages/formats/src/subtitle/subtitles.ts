import type { SubtitleFormat, SubtitlesRead } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import type { FfmpegWrite } from '../define/media-engines.js';
import { finds } from '../define/signature.js';
import { detectTextKind, inspectText, TEXT_KINDS } from '../document/readers/text.js';
import { STRUCTURES } from '../document/readers/text-structures.js';
import { SILENT } from '../media/containers.js';

interface SubtitleSpec {
  readonly id: string;
  readonly label: string;
  readonly extensions: readonly [string, ...string[]];
  readonly mimeType: string;
  /** Our own reader, or a demuxer of ffmpeg. */
  readonly read: SubtitlesRead;
  readonly writer?: SubtitleFormat;
  /** How ffmpeg takes the first text track out of a video. */
  readonly track?: Pick<FfmpegWrite, 'muxer' | 'subtitles'>;
}

const FORMATS: readonly SubtitleSpec[] = [
  {
    id: 'srt',
    label: 'SubRip',
    extensions: ['srt'],
    mimeType: 'application/x-subrip',
    read: { reader: 'srt' },
    writer: 'srt',
    track: { muxer: 'srt', subtitles: { copies: ['subrip'], encoder: 'subrip', maxTracks: 1 } },
  },
  {
    id: 'vtt',
    label: 'WebVTT',
    extensions: ['vtt'],
    mimeType: 'text/vtt',
    read: { reader: 'vtt' },
    writer: 'vtt',
    track: { muxer: 'webvtt', subtitles: { copies: ['webvtt'], encoder: 'webvtt', maxTracks: 1 } },
  },
  {
    id: 'ass',
    label: 'Advanced SubStation Alpha',
    extensions: ['ass'],
    mimeType: 'text/x-ssa',
    read: { demuxer: 'ass' },
    writer: 'ass',
    track: { muxer: 'ass', subtitles: { copies: ['ass'], encoder: 'ass', maxTracks: 1 } },
  },
  {
    id: 'ssa',
    label: 'SubStation Alpha',
    extensions: ['ssa'],
    mimeType: 'text/x-ssa',
    read: { demuxer: 'ass' },
    writer: 'ssa',
  },
  {
    id: 'ttml',
    label: 'TTML',
    extensions: ['ttml', 'dfxp'],
    mimeType: 'application/ttml+xml',
    read: { reader: 'ttml' },
    writer: 'ttml',
  },
  {
    id: 'sbv',
    label: 'SBV',
    extensions: ['sbv'],
    mimeType: 'text/plain',
    read: { reader: 'sbv' },
    writer: 'sbv',
  },
  {
    id: 'lrc',
    label: 'LRC lyrics',
    extensions: ['lrc'],
    mimeType: 'text/plain',
    read: { reader: 'lrc' },
    writer: 'lrc',
  },
  {
    id: 'smi',
    label: 'SAMI',
    extensions: ['smi', 'sami'],
    mimeType: 'application/x-sami',
    read: { demuxer: 'sami' },
    writer: 'sami',
  },
  {
    id: 'microdvd',
    label: 'MicroDVD',
    extensions: ['sub'],
    mimeType: 'text/x-microdvd',
    read: { demuxer: 'microdvd' },
  },
  {
    id: 'subviewer',
    label: 'SubViewer',
    extensions: ['subviewer'],
    mimeType: 'text/x-subviewer',
    read: { demuxer: 'subviewer' },
  },
  {
    id: 'mpl2',
    label: 'MPL2',
    extensions: ['mpl2', 'mpl'],
    mimeType: 'text/x-mpl2',
    read: { demuxer: 'mpl2' },
  },
  {
    id: 'jacosub',
    label: 'JACOsub',
    extensions: ['jss'],
    mimeType: 'text/x-jacosub',
    read: { demuxer: 'jacosub' },
  },
  {
    id: 'realtext',
    label: 'RealText',
    extensions: ['rt'],
    mimeType: 'text/vnd.rn-realtext',
    read: { demuxer: 'realtext' },
  },
  {
    id: 'pjs',
    label: 'Phoenix Subtitle',
    extensions: ['pjs'],
    mimeType: 'text/x-pjs',
    read: { demuxer: 'pjs' },
  },
  {
    id: 'aqtitle',
    label: 'AQTitle',
    extensions: ['aqt'],
    mimeType: 'text/x-aqtitle',
    read: { demuxer: 'aqtitle' },
  },
];

/** Text with times. Where a structure identifies a format, its name does not matter, except for plain text. */
export const subtitleFormats: readonly FormatSpec[] = FORMATS.map(
  ({ id, label, extensions, mimeType, read, writer, track }) =>
    defineFormat({
      id,
      label,
      category: 'document',
      extensions,
      mimeTypes: [mimeType],
      ...(STRUCTURES.includes(id) ? { signature: [finds(100, detectTextKind, id)] } : { noSignature: true }),
      sharesBytesWith: STRUCTURES.includes(id) ? ['txt'] : TEXT_KINDS,
      limits: inspectText,
      read: { subtitles: { as: 'cues', ...read } },
      ...(writer && {
        write: {
          subtitles: { from: ['cues'], writer },
          ...(track && { ffmpeg: { from: ['subtitled'], audio: SILENT, covers: [], ...track } }),
        },
      }),
    }),
);
