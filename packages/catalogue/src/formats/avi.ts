import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** Audio Video Interleave: MPEG-4 part 2 and MP3, which its old players know. */
export const avi = defineFormat({
  id: 'avi',
  label: 'AVI',
  category: 'video',
  extensions: ['avi'],
  mimeTypes: ['video/x-msvideo', 'video/avi', 'video/vnd.avi'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
