import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { readExr, readRadiance } from './readers/light.js';

/** sRGB to light in proportion to the numbers, which is what OpenEXR holds. */
const LINEAR = 'zscale=tin=iec61966-2-1:t=linear:min=gbr:m=gbr:pin=bt709:p=bt709:rin=full:r=full';

/** Radiance picture: numbers in proportion to the light, which share an exponent. */
export const hdr = defineFormat({
  id: 'hdr',
  label: 'HDR',
  category: 'image',
  extensions: ['hdr', 'pic', 'rgbe'],
  mimeTypes: ['image/vnd.radiance'],
  signature: [at(0, '#?RADIANCE\n', 700), at(0, '#?RGBE\n', 700)],
  limits: readRadiance,
  read: {
    vips: { as: 'high range', loader: 'radload', isLight: true, isBlocked: true, losses: ['hdr_converted'] },
  },
  write: { vips: { from: ['light'], args: () => '', isBlocked: true } },
});

/** OpenEXR: numbers in proportion to the light, with more range than a screen shows. */
export const exr = defineFormat({
  id: 'exr',
  label: 'EXR',
  category: 'image',
  extensions: ['exr'],
  mimeTypes: ['image/x-exr'],
  signature: [at(0, 'v/1\x01', 700)],
  limits: readExr,
  read: {
    vips: {
      as: 'high range',
      loader: 'openexrload',
      isLight: true,
      isBlocked: true,
      losses: ['hdr_converted'],
    },
  },
  write: {
    // Without transparency: the filter would scale it as if it were a limited range.
    stills: { from: ['opaque16'], encoder: 'exr', filter: LINEAR, args: ['-pix_fmt', 'gbrpf32le'] },
  },
});
