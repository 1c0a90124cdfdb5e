import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** QuickTime: H.264 and AAC unless the source brings what it can hold. */
export const mov = defineFormat({
  id: 'mov',
  label: 'MOV',
  category: 'video',
  extensions: ['mov', 'qt'],
  mimeTypes: ['video/quicktime'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
