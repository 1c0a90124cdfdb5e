import type { z } from 'zod';
import { iconOptions } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { at, shows } from '../define/signature.js';
import { readIcns } from './readers/icns.js';
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
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'own icon',
      holds: ['transparency'],
      options: iconOptions,
      // 0: every usual size.
      args: ({ iconSize }: z.infer<typeof iconOptions>) => ({ iconSize: iconSize ?? 0 }),
    },
  },
});

/** Windows cursor: an icon with the place that clicks, which is written as the top left corner. */
export const cur = defineFormat({
  id: 'cur',
  label: 'CUR',
  category: 'image',
  extensions: ['cur'],
  mimeTypes: ['image/x-win-bitmap', 'image/vnd.microsoft.cursor'],
  signature: [shows(682, ({ head, sizeBytes }) => isIco(head, sizeBytes, 'cursor'))],
  limits: readIcoLimits,
  read: { sharp: { as: 'raster', opens: 'icon', loader: 'VipsForeignLoadPngBuffer', isGraphic: true } },
  write: { sharp: { from: ['raster', 'vector'], saver: 'own cursor', holds: ['transparency'] } },
});

/** Apple icon: the same picture at several sizes, 1,024 px at most; pictures in it that are JPEG 2000 are not read. */
export const icns = defineFormat({
  id: 'icns',
  label: 'ICNS',
  category: 'image',
  extensions: ['icns'],
  mimeTypes: ['image/icns', 'image/x-icns'],
  signature: [at(0, 'icns', 700)],
  limits: readIcns,
  read: {
    sharp: { as: 'raster', opens: 'icon family', loader: 'VipsForeignLoadPngBuffer', isGraphic: true },
  },
  write: { sharp: { from: ['raster', 'vector'], saver: 'own icon family', holds: ['transparency'] } },
});
