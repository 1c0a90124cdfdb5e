import { defineFormat } from '../format.js';
import { lossyAudioOptions } from '../media-options.js';

/** MPEG audio layer 3, ISO/IEC 11172-3; media type of RFC 3003. */
export const mp3 = defineFormat({
  id: 'mp3',
  label: 'MP3',
  category: 'audio',
  extensions: ['mp3'],
  mimeTypes: ['audio/mpeg'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: lossyAudioOptions } },
});
