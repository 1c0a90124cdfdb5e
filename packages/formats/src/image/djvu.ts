import { defineFormat } from '../define/format.js';
import { magic } from '../define/signature.js';
import { readDjvu } from './readers/djvu.js';

/** DjVu 3: scanned pages, one below the other in a bundle. */
export const djvu = defineFormat({
  id: 'djvu',
  label: 'DjVu',
  category: 'image',
  extensions: ['djvu', 'djv'],
  mimeTypes: ['image/vnd.djvu'],
  signature: [magic({ 0: 'AT&TFORM', 12: 'DJVU' }, 700), magic({ 0: 'AT&TFORM', 12: 'DJVM' }, 700)],
  limits: readDjvu,
  read: {
    codecs: {
      as: 'pages in TIFF',
      decoder: {
        program: 'ddjvu',
        args: (input, output) => ['-format=tiff', '-quality=uncompressed', input, output],
      },
    },
  },
});
