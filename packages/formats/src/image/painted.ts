import { defineFormat } from '../define/format.js';

/** PNG from sharp to our own writers, for formats of 8 bits. */
export const paintedPicture = defineFormat({
  id: 'painted',
  label: 'PNG',
  category: 'image',
  extensions: ['pngx'],
  mimeTypes: ['image/png'],
  internal: true,
  read: { pixels: { as: 'painted', reader: 'png' } },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'png',
      holds: ['transparency'],
      args: () => ({ compressionLevel: 0 }),
    },
  },
});

/** The same for formats of 16 bits that also hold a profile. */
export const deepPaintedPicture = defineFormat({
  id: 'painted16',
  label: 'PNG',
  category: 'image',
  extensions: ['pngxd'],
  mimeTypes: ['image/png'],
  internal: true,
  read: { pixels: { as: 'painted16', reader: 'png' } },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'png',
      holds: ['transparency', '16 bits', 'profile'],
      args: () => ({ compressionLevel: 0 }),
    },
  },
});

/** PNG from our own readers to sharp. */
export const mergedPicture = defineFormat({
  id: 'merged',
  label: 'PNG',
  category: 'image',
  extensions: ['pngl'],
  mimeTypes: ['image/png'],
  internal: true,
  read: { sharp: { as: 'raster', opens: 'file', loader: 'VipsForeignLoadPngFile' } },
  write: { pixels: { from: ['painting'], writer: 'png' } },
});
