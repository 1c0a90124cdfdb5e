import { defineFormat } from '../format.js';

/** SVG 1.1 and 2 without script; drawn by the librsvg inside sharp. */
export const svg = defineFormat({
  id: 'svg',
  label: 'SVG',
  category: 'image',
  extensions: ['svg'],
  mimeTypes: ['image/svg+xml'],
  read: { sharp: { as: 'vector' } },
});
