import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** Flash Video: H.264 and AAC. */
export const flv = defineFormat({
  id: 'flv',
  label: 'FLV',
  category: 'video',
  extensions: ['flv'],
  mimeTypes: ['video/x-flv'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
