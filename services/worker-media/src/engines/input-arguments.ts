import { AppError } from '@filemill/errors';
import type { FormatSpec, MediaInfo } from '@filemill/formats';

/**
 * Options before `-i`: the reader is forced, may open nothing of another kind (playlists and scripts are readers like
 * any other to ffmpeg), and no address.
 *
 * @param media - what is known of the file
 */
export function inputArguments(format: FormatSpec, media: MediaInfo = { tracks: [] }): string[] {
  const read = format.read?.ffmpeg;
  if (!read) throw new AppError('UNSUPPORTED_FORMAT', { seen: format.id });
  const names = read.demuxerNames ?? read.demuxer;
  const forced = ['-protocol_whitelist', 'file', '-format_whitelist', names, '-f', read.demuxer];
  return [...forced, ...(read.args?.(media) ?? [])];
}
