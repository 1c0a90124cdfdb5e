import { defineFormat } from '../format.js';
import { flacOptions } from '../media-options.js';

/** Lossless, RFC 9639. */
export const flac = defineFormat({
  id: 'flac',
  label: 'FLAC',
  category: 'audio',
  extensions: ['flac'],
  mimeTypes: ['audio/flac'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: flacOptions } },
});
