import { defineFormat } from '../format.js';
import { lossyImageOptions } from '../image-options.js';

/** JPEG, ITU-T T.81; no transparency: that becomes white. */
export const jpg = defineFormat({
  id: 'jpg',
  label: 'JPG',
  category: 'image',
  extensions: ['jpg', 'jpeg', 'jfif'],
  mimeTypes: ['image/jpeg'],
  read: { sharp: { as: 'raster' } },
  write: {
    sharp: { from: ['raster', 'vector'], options: lossyImageOptions(85) },
    poppler: { from: ['pages'] },
  },
});
