import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** WebM: VP9 and Opus; VP8, AV1 and Vorbis are taken over unchanged. */
export const webm = defineFormat({
  id: 'webm',
  label: 'WebM',
  category: 'video',
  extensions: ['webm'],
  mimeTypes: ['video/webm'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
