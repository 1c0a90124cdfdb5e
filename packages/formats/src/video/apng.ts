import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { SILENT } from '../media/containers.js';
import { APNG } from '../media/encoders/pictures.js';

/** Animated PNG: its bytes begin like those of a still picture, so a file named .png stays PNG. */
export const apng = defineFormat({
  id: 'apng',
  label: 'APNG',
  category: 'video',
  extensions: ['apng'],
  mimeTypes: ['image/apng'],
  sharesBytesWith: ['png'],
  read: { ffmpeg: { as: 'silent', demuxer: 'apng' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['video', 'silent'],
      muxer: 'apng',
      // For ever, as a GIF.
      muxerArgs: ['-plays', '0'],
      storesNoTimes: true,
      video: { copies: ['apng'], encoder: APNG, maxTracks: 1, holdsRotation: false },
      audio: SILENT,
      covers: [],
    }),
  },
});
