import { defineFormat } from '../format.js';

/** Windows icon: the same picture at several sizes, 256 px at most. */
export const ico = defineFormat({
  id: 'ico',
  label: 'ICO',
  category: 'image',
  extensions: ['ico'],
  mimeTypes: ['image/x-icon', 'image/vnd.microsoft.icon'],
  read: { sharp: { as: 'raster' } },
  write: { sharp: { from: ['raster', 'vector'] } },
});
