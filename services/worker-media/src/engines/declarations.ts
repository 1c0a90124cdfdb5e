import { AppError } from '@filemill/errors';
import type { FfmpegWrite, FormatSpec, MediaInfo } from '@filemill/formats';

/**
 * Options before `-i`: the demuxer is forced, may open nothing of another kind (ffmpeg treats playlists and scripts
 * like any other demuxer), and no address.
 *
 * @param media - the known facts of the file
 */
export function inputArguments(format: FormatSpec, media: MediaInfo = { tracks: [] }): string[] {
  const read = format.read?.ffmpeg;
  if (!read) throw new AppError('UNSUPPORTED_FORMAT', { seen: format.id });
  const names = read.demuxerNames ?? read.demuxer;
  const forced = ['-protocol_whitelist', 'file', '-format_whitelist', names, '-f', read.demuxer];
  return [...forced, ...(read.args?.(media) ?? [])];
}

/** What an output may hold with these options. @throws {AppError} UNSUPPORTED_FORMAT if ffmpeg does not write it */
export function containerOf(format: FormatSpec, options: Readonly<Record<string, unknown>>): FfmpegWrite {
  const write: FfmpegWrite | undefined = format.write?.ffmpeg;
  if (!write) throw new AppError('UNSUPPORTED_FORMAT', { seen: format.id });
  return { ...write, audio: write.audioFor?.(options) ?? write.audio };
}
