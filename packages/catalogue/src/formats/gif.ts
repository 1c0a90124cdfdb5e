import { defineFormat } from '../format.js';

/** GIF 89a: 256 colours, animation. */
export const gif = defineFormat({
  id: 'gif',
  label: 'GIF',
  category: 'image',
  extensions: ['gif'],
  mimeTypes: ['image/gif'],
  read: { sharp: { as: 'raster' } },
  write: { sharp: { from: ['raster', 'vector'] } },
});
