import { AppError } from '@filemill/errors';
import type { FfmpegWrite, FormatSpec } from '@filemill/formats';

/** What an output may hold with these options. @throws {AppError} UNSUPPORTED_FORMAT if ffmpeg does not write it */
export function containerOf(format: FormatSpec, options: Readonly<Record<string, unknown>>): FfmpegWrite {
  const write: FfmpegWrite | undefined = format.write?.ffmpeg;
  if (!write) throw new AppError('UNSUPPORTED_FORMAT', { seen: format.id });
  return { ...write, audio: write.audioFor?.(options) ?? write.audio };
}
