import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';

/** Adobe's Glyph Bitmap Distribution Format 2.2, of X11 and terminals: its pixels become outlines. */
export const bdf = defineFormat({
  id: 'bdf',
  label: 'BDF',
  category: 'font',
  extensions: ['bdf'],
  mimeTypes: ['application/x-font-bdf'],
  signature: [at(0, 'STARTFONT ')],
  holds: ['quadratic outlines'],
  read: { fonttools: { as: 'font' } },
});
