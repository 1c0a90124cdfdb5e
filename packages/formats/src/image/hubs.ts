import { defineFormat } from '../define/format.js';
import type { PictureTrait } from '../define/image-engines.js';

/**
 * PNG between sharp and another engine: upright, on white if it does not hold transparency.
 *
 * @param from - kinds of content that it takes
 */
const between = <const I extends string>(
  id: I,
  extension: string,
  holds: readonly PictureTrait[],
  from: readonly string[] = ['raster', 'vector'],
) =>
  defineFormat({
    id,
    label: 'PNG',
    category: 'image',
    extensions: [extension],
    mimeTypes: ['image/png'],
    internal: true,
    read: { stills: { as: id, demuxer: 'png_pipe' }, vips: { as: id, loader: 'pngload' } },
    write: {
      sharp: { from, saver: 'png', holds, args: () => ({ compressionLevel: 0 }) },
    },
  });

/** For formats of 8 bits with transparency. */
export const clearPicture = between('clear', 'pngc', ['transparency']);
/** For formats of 8 bits without transparency. */
export const opaquePicture = between('opaque', 'pngo', []);
/** For formats of 16 bits with transparency. */
export const deepClearPicture = between('clear16', 'pngcd', ['transparency', '16 bits']);
/** For formats of 16 bits without transparency. */
export const deepOpaquePicture = between('opaque16', 'pngod', ['16 bits']);
/** For formats of 8 bits that also hold a profile and metadata. */
export const photoPicture = between('photo', 'pngp', ['transparency', 'profile', 'metadata']);
/** For formats of 16 bits that also hold a profile. */
export const deepPhotoPicture = between('photo16', 'pngpd', ['transparency', '16 bits', 'profile']);

/** For tracing: a drawing is none already. */
export const untracedPicture = between('untraced', 'pngt', [], ['raster']);
/** PGM from ffmpeg to the program that traces it. */
export const tracedPicture = defineFormat({
  id: 'traced',
  label: 'PGM',
  category: 'image',
  extensions: ['pgmt'],
  mimeTypes: ['image/x-portable-graymap'],
  internal: true,
  read: { codecs: { as: 'traced' } },
  write: {
    stills: {
      from: ['untraced'],
      holds: ['large pictures'],
      encoder: 'pgm',
      args: ['-pix_fmt', 'gray'],
      greys: 'colours_to_black_white',
    },
  },
});

/** APNG between sharp and the program that makes a film of it, on white. */
export const framesPicture = defineFormat({
  id: 'frames',
  label: 'APNG',
  category: 'image',
  extensions: ['pngm'],
  mimeTypes: ['image/apng'],
  internal: true,
  read: { stills: { as: 'frames', demuxer: 'apng' } },
  write: {
    sharp: {
      from: ['animation'],
      saver: 'own animation',
      holds: ['animation'],
      args: () => ({ compressionLevel: 1, adaptiveFiltering: false }),
    },
  },
});

/** PDF of one opaque page, between sharp and the program that makes PostScript of it. */
export const printedPicture = defineFormat({
  id: 'printed',
  label: 'PDF',
  category: 'image',
  extensions: ['pdfp'],
  mimeTypes: ['application/pdf'],
  internal: true,
  read: { codecs: { as: 'printed' } },
  write: { sharp: { from: ['raster', 'vector'], saver: 'own document', holds: [] } },
});

/** TIFF of floating-point numbers in proportion to the light, from sharp to vips. */
export const lightPicture = defineFormat({
  id: 'light',
  label: 'TIFF',
  category: 'image',
  extensions: ['tifl'],
  mimeTypes: ['image/tiff'],
  internal: true,
  read: { vips: { as: 'light', loader: 'tiffload' } },
  write: {
    sharp: {
      from: ['raster', 'vector'],
      saver: 'tiff',
      holds: ['light'],
      args: () => ({ compression: 'none' }),
    },
  },
});

/** TIFF of 16 bits from the program for raw photos; its sRGB is exact, its profile an approximation. */
export const developedPicture = defineFormat({
  id: 'developed',
  label: 'TIFF',
  category: 'image',
  extensions: ['tifd'],
  mimeTypes: ['image/tiff'],
  internal: true,
  read: {
    sharp: { as: 'raster', opens: 'file', loader: 'VipsForeignLoadTiffFile', ignoresProfile: true },
  },
  write: {
    codecs: { from: ['raw photo'], holds: ['many colours', 'large pictures', '16 bits'] },
  },
});
