import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { ALL_TAGS } from '../define/media-tags.js';
import { videoOptions } from '../define/options.js';
import { ALL_TRACKS, WINDOWS_SOUND_CODECS } from '../media/containers.js';
import { WMV } from '../media/encoders/pictures.js';
import { WMA } from '../media/encoders/sound.js';
import { FILM } from '../media/film.js';
import { readAsf } from '../media/readers/asf.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { asfVideo } from '../media/signatures/containers.js';

/** Windows Media Video in ASF: WMV 8 and WMA 2, the newest that ffmpeg can write. */
export const wmv = defineFormat({
  id: 'wmv',
  label: 'WMV',
  category: 'video',
  extensions: ['wmv', 'asf'],
  mimeTypes: ['video/x-ms-wmv'],
  signature: [asfVideo],
  limits: mediaLimits(readAsf),
  read: { ffmpeg: { as: 'video', demuxer: 'asf' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video', 'silent'],
      muxer: 'asf',
      tags: ALL_TAGS,
      holdsChapters: true,
      video: { copies: ['wmv1', 'wmv2', 'wmv3', 'vc1'], encoder: WMV, maxTracks: 1, holdsRotation: false },
      audio: {
        copies: WINDOWS_SOUND_CODECS,
        encoder: WMA,
        maxTracks: ALL_TRACKS,
        maxChannels: 2,
        maxSampleRateHz: 48_000,
      },
      covers: [],
      options: videoOptions,
    }),
    stills: FILM,
  },
});
