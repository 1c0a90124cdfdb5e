import type { PageEncoder } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import type { PictureTrait } from '../define/image-engines.js';
import { at, magic, type Signature, shows } from '../define/signature.js';
import { isPortable, isXbm, readPortable, sizeAt } from './readers/plain.js';

/** PNG between sharp and ffmpeg: upright, sRGB, 8 bits. */
const between = <const I extends string>(id: I, extension: string, holds: readonly PictureTrait[]) =>
  defineFormat({
    id,
    label: 'PNG',
    category: 'image',
    extensions: [extension],
    mimeTypes: ['image/png'],
    internal: true,
    read: { stills: { as: id, demuxer: 'png_pipe' } },
    write: {
      sharp: { from: ['raster', 'vector'], saver: 'png', holds, args: () => ({ compressionLevel: 0 }) },
    },
  });

/** For formats that hold transparency. */
export const clearPicture = between('clear', 'pngc', ['transparency']);
/** For formats that do not: sharp puts white below. */
export const opaquePicture = between('opaque', 'pngo', []);

type Picture = Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes' | 'limits'> &
  ({ readonly signature: readonly Signature[] } | { readonly noSignature: true });

/** A picture format of one program or machine, which ffmpeg reads. @param args - of the decoder */
const still = <const T extends Picture>(format: T, demuxer: string, args: readonly string[] = []) =>
  defineFormat({ ...format, category: 'image', read: { stills: { as: 'still', demuxer, args } } });

/** The same, and ffmpeg writes it. @param from - whether it holds transparency. @param pages - encoder of pages, if there is one */
const written = <const T extends Picture>(
  format: T,
  demuxer: string,
  encoder: string,
  from: 'clear' | 'opaque',
  args: readonly string[] = [],
  pages?: PageEncoder,
) =>
  defineFormat({
    ...still(format, demuxer),
    write: {
      stills: { from: [from], encoder, args },
      ...(pages && { poppler: { from: ['pages'], as: pages } }),
    },
  });

/** Truevision Targa: it begins with no mark, so the name decides. */
export const tga = written(
  {
    id: 'tga',
    label: 'TGA',
    extensions: ['tga', 'targa', 'vda', 'icb'],
    mimeTypes: ['image/x-tga', 'image/x-targa'],
    noSignature: true,
    limits: sizeAt(12, 14, 'u16le'),
  },
  'image2pipe',
  'targa',
  'clear',
  [],
  'own tga',
);

/** Quite OK Image. */
export const qoi = written(
  {
    id: 'qoi',
    label: 'QOI',
    extensions: ['qoi'],
    mimeTypes: ['image/qoi', 'image/x-qoi'],
    signature: [at(0, 'qoif', 700)],
    limits: sizeAt(4, 8, 'u32be'),
  },
  'qoi_pipe',
  'qoi',
  'clear',
);

/** Silicon Graphics. */
export const sgi = written(
  {
    id: 'sgi',
    label: 'SGI',
    extensions: ['sgi', 'rgb', 'rgba', 'bw'],
    mimeTypes: ['image/sgi', 'image/x-sgi'],
    signature: ['\x01\xda\0\x01', '\x01\xda\x01\x01', '\x01\xda\0\x02', '\x01\xda\x01\x02'].map((mark) =>
      at(0, mark, 700),
    ),
    limits: sizeAt(6, 8, 'u16be'),
  },
  'sgi_pipe',
  'sgi',
  'clear',
  // Netpbm refuses what ffmpeg's run lengths look like.
  ['-rle', '0'],
  'own sgi',
);

/** Sun raster file. */
export const ras = written(
  {
    id: 'ras',
    label: 'Sun Raster',
    extensions: ['ras', 'sun', 'im1', 'im8', 'im24'],
    mimeTypes: ['image/x-cmu-raster', 'image/x-sun-raster'],
    signature: [at(0, '\x59\xa6\x6a\x95', 700)],
    limits: sizeAt(4, 8, 'u32be'),
  },
  'sunrast_pipe',
  'sunrast',
  'opaque',
  [],
  'own ras',
);

/** Window dump of the X Window System, version 7: read only, since programs disagree about the order of its colours. */
export const xwd = still(
  {
    id: 'xwd',
    label: 'XWD',
    extensions: ['xwd'],
    mimeTypes: ['image/x-xwindowdump'],
    signature: [magic({ 0: '\0\0', 4: '\0\0\0\x07\0\0\0\x02' }, 689)],
    limits: sizeAt(16, 20, 'u32be'),
  },
  'xwd_pipe',
);

/** ZSoft Paintbrush. */
export const pcx = written(
  {
    id: 'pcx',
    label: 'PCX',
    extensions: ['pcx'],
    mimeTypes: ['image/x-pcx', 'image/vnd.zbrush.pcx'],
    signature: [
      shows(
        119,
        ({ head }) =>
          head.length >= 128 &&
          head[0] === 10 &&
          [0, 2, 3, 4, 5].includes(head[1] ?? -1) &&
          head[2] === 1 &&
          [1, 2, 4, 8].includes(head[3] ?? -1) &&
          head[64] === 0,
      ),
    ],
  },
  'pcx_pipe',
  'pcx',
  'opaque',
);

/** Portable pixmap of Netpbm: colours. */
export const ppm = written(
  {
    id: 'ppm',
    label: 'PPM',
    extensions: ['ppm', 'pnm'],
    mimeTypes: ['image/x-portable-pixmap'],
    signature: [isPortable('P3', 'P6')],
    limits: readPortable,
  },
  'ppm_pipe',
  'ppm',
  'opaque',
  [],
  'own ppm',
);

/** Portable arbitrary map of Netpbm: it names the kind of each sample. */
export const pam = written(
  {
    id: 'pam',
    label: 'PAM',
    extensions: ['pam'],
    mimeTypes: ['image/x-portable-arbitrarymap'],
    signature: [at(0, 'P7\nWIDTH', 700), at(0, 'P7\nHEIGHT', 700)],
  },
  'pam_pipe',
  'pam',
  'clear',
  [],
  'own pam',
);

/** Portable graymap of Netpbm: shades of grey. */
export const pgm = still(
  {
    id: 'pgm',
    label: 'PGM',
    extensions: ['pgm'],
    mimeTypes: ['image/x-portable-graymap'],
    signature: [isPortable('P2', 'P5')],
    limits: readPortable,
  },
  'pgm_pipe',
);

/** Portable bitmap of Netpbm: black and white. */
export const pbm = still(
  {
    id: 'pbm',
    label: 'PBM',
    extensions: ['pbm'],
    mimeTypes: ['image/x-portable-bitmap'],
    signature: [isPortable('P1', 'P4')],
    limits: readPortable,
  },
  'pbm_pipe',
);

/** Bitmap of the X Window System: a program text in C. */
export const xbm = still(
  {
    id: 'xbm',
    label: 'XBM',
    extensions: ['xbm'],
    mimeTypes: ['image/x-xbitmap'],
    signature: [isXbm],
  },
  'xbm_pipe',
);

/** Pixmap of the X Window System: a program text in C. */
export const xpm = still(
  {
    id: 'xpm',
    label: 'XPM',
    extensions: ['xpm'],
    mimeTypes: ['image/x-xpixmap'],
    signature: [at(0, '/* XPM */', 700)],
  },
  'xpm_pipe',
);

/** Film frames, SMPTE ST 268. */
export const dpx = still(
  {
    id: 'dpx',
    label: 'DPX',
    extensions: ['dpx'],
    mimeTypes: ['image/x-dpx'],
    signature: [at(0, 'SDPX', 700), at(0, 'XPDS', 700)],
  },
  'dpx_pipe',
);

/** JPEG 2000, ISO/IEC 15444-1, with or without its container. */
export const jp2 = still(
  {
    id: 'jp2',
    label: 'JPEG 2000',
    extensions: ['jp2', 'j2k', 'j2c', 'jpc', 'jpf', 'jpx'],
    mimeTypes: ['image/jp2', 'image/x-jp2-codestream'],
    signature: [at(0, '\0\0\0\x0cjP  \r\n\x87\n', 700), at(0, '\xff\x4f\xff\x51', 700)],
  },
  'j2k_pipe',
);
