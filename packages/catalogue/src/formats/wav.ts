import { defineFormat } from '../format.js';

/** PCM sound in RIFF or RF64; written at the depth and rate of the source. */
export const wav = defineFormat({
  id: 'wav',
  label: 'WAV',
  category: 'audio',
  extensions: ['wav', 'wave'],
  mimeTypes: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
  read: { ffmpeg: { as: 'audio' } },
  write: { ffmpeg: { from: ['audio', 'video'] } },
});
