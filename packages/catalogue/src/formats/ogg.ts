import { defineFormat } from '../format.js';
import { lossyAudioOptions } from '../media-options.js';

/** Ogg, RFC 3533: Vorbis by default; Opus and FLAC are taken over unchanged. Media type of RFC 5334. */
export const ogg = defineFormat({
  id: 'ogg',
  label: 'OGG',
  category: 'audio',
  extensions: ['ogg', 'oga'],
  mimeTypes: ['audio/ogg'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: lossyAudioOptions } },
});
