import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** 3GPP, TS 26.244: H.264 and AAC. */
export const threeGp = defineFormat({
  id: '3gp',
  label: '3GP',
  category: 'video',
  extensions: ['3gp', '3gpp'],
  mimeTypes: ['video/3gpp'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
