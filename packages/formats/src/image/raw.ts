import { defineFormat } from '../define/format.js';
import { shows } from '../define/signature.js';
import { isDng } from './readers/dng.js';

/** Digital Negative, Adobe's format of camera sensors; developed with the white balance of the camera, with 16 bits. */
export const dng = defineFormat({
  id: 'dng',
  label: 'DNG',
  category: 'image',
  extensions: ['dng'],
  mimeTypes: ['image/x-adobe-dng'],
  signature: [shows(702, ({ head }) => isDng(head))],
  read: {
    codecs: {
      as: 'raw photo',
      decoder: {
        program: 'dcraw_emu',
        // The gamma of sRGB; its own default is that of ITU-R BT.709.
        args: (input, output) => ['-w', '-T', '-6', '-g', '2.4', '12.92', '-Z', output, input],
      },
    },
  },
});
