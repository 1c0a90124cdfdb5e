import { defineFormat, type FormatSpec } from '../define/format.js';
import type { FfmpegRead } from '../define/media-engines.js';

type Format = Pick<
  FormatSpec,
  'id' | 'label' | 'extensions' | 'mimeTypes' | 'signature' | 'noSignature' | 'sharesBytesWith' | 'limits'
>;

/** Sound that is only read: no encoder, or no program other than ffmpeg that could check a file of ours. */
export const readSound = <const T extends Format>(format: T, demuxer: string, args: readonly string[] = []) =>
  defineFormat({
    ...format,
    category: 'audio',
    read: { ffmpeg: { as: 'audio', ...withArgs({ demuxer }, args) } },
  });

/** The same for video with sound. */
export const readVideo = <const T extends Format>(
  format: T,
  read: FfmpegRead,
  args: readonly string[] = [],
) =>
  defineFormat({ ...format, category: 'video', read: { ffmpeg: { as: 'video', ...withArgs(read, args) } } });

/** The same for pictures without sound. */
export const readPictures = <const T extends Format>(format: T, demuxer: string) =>
  defineFormat({ ...format, category: 'video', read: { ffmpeg: { as: 'silent', demuxer } } });

const withArgs = (read: FfmpegRead, args: readonly string[]): FfmpegRead =>
  args.length > 0 ? { ...read, args: () => args } : read;
