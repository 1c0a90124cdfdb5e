import { defineFormat } from '../format.js';
import { videoOptions } from '../media-options.js';

/** Windows Media Video in ASF: WMV 8 and WMA 2, the newest that can be written. */
export const wmv = defineFormat({
  id: 'wmv',
  label: 'WMV',
  category: 'video',
  extensions: ['wmv'],
  mimeTypes: ['video/x-ms-wmv'],
  read: { ffmpeg: { as: 'video' } },
  write: { ffmpeg: { from: ['audio', 'video'], options: videoOptions } },
});
