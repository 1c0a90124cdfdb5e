import type { z } from 'zod';
import { jp2Options as options } from '../define/encoder-options.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';

/** JPEG 2000, ISO/IEC 15444-1, with or without its container; written lossless, with up to 16 bits and transparency, without a profile. */
export const jp2 = defineFormat({
  id: 'jp2',
  label: 'JPEG 2000',
  category: 'image',
  extensions: ['jp2', 'j2k', 'j2c', 'jpc', 'jpf', 'jpx'],
  mimeTypes: ['image/jp2', 'image/x-jp2-codestream'],
  signature: [at(0, '\0\0\0\x0cjP  \r\n\x87\n', 700), at(0, '\xff\x4f\xff\x51', 700)],
  read: { stills: { as: 'still', demuxer: 'j2k_pipe' } },
  write: {
    vips: {
      from: ['clear16'],
      options,
      args: (_, { quality }: z.infer<typeof options>) => (quality ? `[Q=${quality}]` : '[lossless]'),
      isBlocked: true,
    },
  },
});
