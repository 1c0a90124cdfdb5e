import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** Matroska, RFC 9559: holds nearly everything as it is. */
export const mkv = defineFormat({
  id: 'mkv',
  label: 'MKV',
  category: 'video',
  extensions: ['mkv'],
  mimeTypes: ['video/matroska', 'video/x-matroska'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
