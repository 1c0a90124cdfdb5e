import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { readAdts } from './adts.js';
import { readAsf } from './asf.js';
import { readFlac } from './flac.js';
import { readFlv } from './flv.js';
import { readIsobmff } from './isobmff.js';
import { checkLimits } from './limits.js';
import { readMatroska } from './matroska.js';
import type { MediaInfo } from './media-info.js';
import { readMp3 } from './mpeg-audio.js';
import { readOgg } from './ogg.js';
import { readAvi, readWave } from './riff.js';
import { corrupt, Window } from './window.js';

const READERS: Readonly<Record<string, (window: Window) => Promise<MediaInfo>>> = {
  mp3: readMp3,
  wav: readWave,
  flac: readFlac,
  aac: readAdts,
  ogg: readOgg,
  m4a: readIsobmff,
  wma: readAsf,
  mp4: readIsobmff,
  avi: readAvi,
  mov: readIsobmff,
  webm: readMatroska,
  mkv: readMatroska,
  flv: readFlv,
  wmv: readAsf,
  '3gp': readIsobmff,
};

/** Catalogue ids that {@link readMedia} knows. */
export const MEDIA_FORMATS: readonly string[] = Object.keys(READERS);

/**
 * Reads the header of an audio or video file: tracks in ffmpeg's order, codecs, duration. Milliseconds, whatever the
 * size of the file.
 *
 * @param format - one of {@link MEDIA_FORMATS}
 * @throws {AppError} FILE_CORRUPT if it is broken or cut short; FILE_ENCRYPTED for copy protection; FILE_TOO_LARGE
 *   past 64 streams or 8192 pixels a side
 */
export async function readMedia(reader: ByteReader, format: string): Promise<MediaInfo> {
  const read = READERS[format];
  if (!read) throw new AppError('UNSUPPORTED_FORMAT', { seen: format });
  const info = await read(new Window(reader)).catch((error: unknown) => {
    // A field beyond the end of what a box or chunk holds.
    throw error instanceof RangeError ? corrupt('its header is broken') : error;
  });
  checkLimits(info);
  return info;
}
