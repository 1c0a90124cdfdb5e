import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** MPEG-4, ISO/IEC 14496-14: H.264 and AAC unless the source brings what it can hold. */
export const mp4 = defineFormat({
  id: 'mp4',
  label: 'MP4',
  category: 'video',
  extensions: ['mp4', 'm4v'],
  mimeTypes: ['video/mp4'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
