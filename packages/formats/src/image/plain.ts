import type { PageEncoder } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import type { PixelsWrite, StillsRead, StillWrite } from '../define/image-engines.js';
import { at, magic, type Signature, shows } from '../define/signature.js';
import {
  isFloatMap,
  isPortable,
  isXbm,
  readFits,
  readPortable,
  readQoi,
  readRas,
  sizeAt,
} from './readers/plain.js';

type Picture = Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes' | 'limits'> &
  ({ readonly signature: readonly Signature[] } | { readonly noSignature: true });

/** A picture format of one program or machine, which ffmpeg reads. @param more - of its reading, such as losses */
const still = <const T extends Picture>(format: T, demuxer: string, more: Omit<StillsRead, 'demuxer'> = {}) =>
  defineFormat({ ...format, category: 'image', read: { stills: { as: 'still', demuxer, ...more } } });

/** The hub that holds what a format holds: transparency, and 16 bits. */
type From = 'clear' | 'clear16' | 'opaque' | 'opaque16';

/** The same, and ffmpeg writes it. @param pages - encoder of pages, if there is one */
const written = <const T extends Picture>(
  format: T,
  { demuxer, ...read }: StillsRead,
  from: From,
  write: StillWrite,
  pages?: PageEncoder,
) =>
  defineFormat({
    ...still(format, demuxer, read),
    write: {
      stills: { from: [from], ...(write.greys && { holds: ['large pictures'] }), ...write },
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
  { demuxer: 'image2pipe' },
  'clear',
  { encoder: 'targa' },
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
    limits: readQoi,
  },
  { demuxer: 'qoi_pipe' },
  'clear',
  { encoder: 'qoi' },
);

/** Silicon Graphics; written without run lengths, since Netpbm refuses those of ffmpeg. */
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
  { demuxer: 'sgi_pipe' },
  'clear16',
  { encoder: 'sgi', args: ['-rle', '0'] },
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
    limits: readRas,
  },
  { demuxer: 'sunrast_pipe' },
  'opaque',
  { encoder: 'sunrast' },
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
  { demuxer: 'pcx_pipe' },
  'opaque',
  { encoder: 'pcx' },
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
  { demuxer: 'ppm_pipe' },
  'opaque16',
  { encoder: 'ppm' },
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
  { demuxer: 'pam_pipe' },
  'clear16',
  { encoder: 'pam' },
  'own pam',
);

/** Portable graymap of Netpbm: shades of grey. */
export const pgm = written(
  {
    id: 'pgm',
    label: 'PGM',
    extensions: ['pgm'],
    mimeTypes: ['image/x-portable-graymap'],
    signature: [isPortable('P2', 'P5')],
    limits: readPortable,
  },
  { demuxer: 'pgm_pipe', isGrey: true },
  'opaque',
  { encoder: 'pgm', args: ['-pix_fmt', 'gray'], greys: 'colours_to_grey' },
);

/** Portable bitmap of Netpbm: black and white. */
export const pbm = written(
  {
    id: 'pbm',
    label: 'PBM',
    extensions: ['pbm'],
    mimeTypes: ['image/x-portable-bitmap'],
    signature: [isPortable('P1', 'P4')],
    limits: readPortable,
  },
  { demuxer: 'pbm_pipe', isGrey: true },
  'opaque',
  { encoder: 'pbm', args: ['-pix_fmt', 'monow'], greys: 'colours_to_black_white' },
);

/** Bitmap of the X Window System: a program text in C. */
export const xbm = written(
  {
    id: 'xbm',
    label: 'XBM',
    extensions: ['xbm'],
    mimeTypes: ['image/x-xbitmap'],
    signature: [isXbm],
  },
  { demuxer: 'xbm_pipe', isGrey: true },
  'opaque',
  { encoder: 'xbm', args: ['-pix_fmt', 'monow'], greys: 'colours_to_black_white' },
);

/** A format that ffmpeg reads and a script of ours writes. @param from - what it is made of */
const drawn = <const T extends Picture>(
  format: T,
  { demuxer, ...read }: StillsRead,
  from: 'painted' | 'painted16',
  writer: PixelsWrite['writer'],
) => {
  const holds = ['many colours', 'large pictures', 'transparency'] as const;
  const more = from === 'painted16' ? (['16 bits', 'profile'] as const) : [];
  return defineFormat({
    ...still(format, demuxer, read),
    write: { pixels: { from: [from], writer, holds: [...holds, ...more] } },
  });
};

/** Pixmap of the X Window System: a program text in C, with as many colours as the picture has. */
export const xpm = drawn(
  {
    id: 'xpm',
    label: 'XPM',
    extensions: ['xpm'],
    mimeTypes: ['image/x-xpixmap'],
    signature: [at(0, '/* XPM */', 700)],
  },
  { demuxer: 'xpm_pipe' },
  'painted',
  'pixmap',
);

/** Film frames, SMPTE ST 268. */
export const dpx = written(
  {
    id: 'dpx',
    label: 'DPX',
    extensions: ['dpx'],
    mimeTypes: ['image/x-dpx'],
    signature: [at(0, 'SDPX', 700), at(0, 'XPDS', 700)],
  },
  { demuxer: 'dpx_pipe' },
  'opaque16',
  { encoder: 'dpx' },
);

/** Portable float map: numbers instead of levels, bottom row first. */
export const pfm = written(
  {
    id: 'pfm',
    label: 'PFM',
    extensions: ['pfm'],
    mimeTypes: ['image/x-portable-floatmap'],
    signature: [isFloatMap('PF', 'Pf')],
    limits: readPortable,
  },
  // This version of ffmpeg takes the bottom row, which is first, for the top one.
  { demuxer: 'pfm_pipe', filter: 'vflip', losses: ['hdr_converted'] },
  'opaque16',
  { encoder: 'pfm', filter: 'vflip', args: ['-pix_fmt', 'gbrpf32le'] },
);

/** Flexible Image Transport System of astronomers: the first picture of a file; colours as three planes. */
export const fits = written(
  {
    id: 'fits',
    label: 'FITS',
    extensions: ['fits', 'fit', 'fts'],
    mimeTypes: ['image/fits', 'application/fits'],
    signature: [at(0, 'SIMPLE  =                    T', 700)],
    limits: readFits,
  },
  { demuxer: 'fits' },
  'opaque16',
  { encoder: 'fits', muxer: 'fits' },
);

/** Photoshop: the merged picture of all layers; written with one layer if it has transparent parts. */
export const psd = drawn(
  {
    id: 'psd',
    label: 'PSD',
    extensions: ['psd'],
    mimeTypes: ['image/vnd.adobe.photoshop', 'image/x-photoshop'],
    signature: [at(0, '8BPS\0\x01', 700)],
    limits: sizeAt(18, 14, 'u32be'),
  },
  { demuxer: 'psd_pipe', losses: ['layers_merged'] },
  'painted16',
  'photoshop',
);

/** DirectDraw surface: the largest picture of a texture; written without compression, which would lose colours. */
export const dds = drawn(
  {
    id: 'dds',
    label: 'DDS',
    extensions: ['dds'],
    mimeTypes: ['image/vnd-ms.dds', 'image/x-dds'],
    signature: [magic({ 0: 'DDS ', 4: '\x7c\0\0\0' }, 700)],
    limits: sizeAt(16, 12, 'u32le'),
  },
  { demuxer: 'dds_pipe' },
  'painted',
  'surface',
);
