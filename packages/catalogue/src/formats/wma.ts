import { defineFormat } from '../format.js';
import { lossyAudioOptions } from '../media-options.js';

/** Windows Media Audio in ASF. */
export const wma = defineFormat({
  id: 'wma',
  label: 'WMA',
  category: 'audio',
  extensions: ['wma'],
  mimeTypes: ['audio/x-ms-wma'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: lossyAudioOptions } },
});
