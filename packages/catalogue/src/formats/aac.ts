import { defineFormat } from '../format.js';
import { lossyAudioOptions } from '../media-options.js';

/** AAC in ADTS frames, ISO/IEC 13818-7. */
export const aac = defineFormat({
  id: 'aac',
  label: 'AAC',
  category: 'audio',
  extensions: ['aac', 'adts'],
  mimeTypes: ['audio/aac'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: lossyAudioOptions } },
});
