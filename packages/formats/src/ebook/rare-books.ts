import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';

/** Broadband eBook of Sony's first readers, without DRM. */
export const lrf = defineFormat({
  id: 'lrf',
  label: 'LRF',
  category: 'ebook',
  extensions: ['lrf'],
  mimeTypes: ['application/x-sony-bbeb'],
  signature: [at(0, 'L\0R\0F\0\0\0')],
  read: { calibre: { as: 'ebook', contents: 'old' } },
  write: { calibre: { from: ['ebook'], lacks: ['fonts', 'styles'] } },
});
