import { defineFormat } from '../format.js';
import { m4aOptions } from '../media-options.js';

/** MPEG-4 audio without video, ISO/IEC 14496-14. */
export const m4a = defineFormat({
  id: 'm4a',
  label: 'M4A',
  category: 'audio',
  extensions: ['m4a'],
  mimeTypes: ['audio/mp4', 'audio/x-m4a'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: m4aOptions } },
});
