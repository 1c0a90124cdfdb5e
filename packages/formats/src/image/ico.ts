import { defineFormat } from '../define/format.js';
import { shows } from '../define/signature.js';
import { isIco, readIcoLimits } from './readers/ico.js';

/** Windows icon: the same picture at several sizes, 256 px at most. */
export const ico = defineFormat({
  id: 'ico',
  label: 'ICO',
  category: 'image',
  extensions: ['ico'],
  mimeTypes: ['image/x-icon', 'image/vnd.microsoft.icon'],
  signature: [shows(697, ({ head, sizeBytes }) => isIco(head, sizeBytes))],
  limits: readIcoLimits,
  read: {
    // Pictures of 256 pixels are stored as PNG.
    sharp: { as: 'raster', opens: 'icon', loader: 'VipsForeignLoadPngBuffer', isGraphic: true },
  },
  write: { sharp: { from: ['raster', 'vector'], saver: 'own icon', holds: ['transparency'] } },
});
