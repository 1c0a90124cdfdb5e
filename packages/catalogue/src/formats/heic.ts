import { defineFormat } from '../format.js';

/** Photos of phones: HEVC in HEIF, ISO/IEC 23008-12. sharp's own library has no HEVC, so vips reads it. */
export const heic = defineFormat({
  id: 'heic',
  label: 'HEIC',
  category: 'image',
  extensions: ['heic', 'heif'],
  mimeTypes: ['image/heic', 'image/heif'],
  read: { vips: { as: 'raster' } },
});
