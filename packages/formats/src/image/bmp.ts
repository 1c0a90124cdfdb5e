import { defineFormat } from '../define/format.js';
import { shows } from '../define/signature.js';
import { isBareBitmap, isBmp, readBmpLimits } from './readers/bmp.js';

/** Windows and OS/2 bitmap, with or without its file header; written with 24 bits a pixel; transparency becomes white. */
export const bmp = defineFormat({
  id: 'bmp',
  label: 'BMP',
  category: 'image',
  extensions: ['bmp', 'dib'],
  mimeTypes: ['image/bmp', 'image/x-ms-bmp'],
  signature: [
    shows(698, ({ head }) => isBmp(head)),
    shows(120, ({ head, sizeBytes }) => isBareBitmap(head, sizeBytes)),
  ],
  limits: readBmpLimits,
  holds: ['many colours', 'large pictures', 'transparency'],
  read: { sharp: { as: 'raster', opens: 'bitmap' } },
  write: {
    sharp: { from: ['raster', 'vector'], saver: 'own bitmap', holds: [] },
    poppler: { from: ['pages'], as: 'own bmp' },
  },
});
