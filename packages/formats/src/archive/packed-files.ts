import type { ArchivePacking } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { finds } from '../define/signature.js';
import { reads } from './readers/kinds.js';
import { detectGzip, GZIP } from './readers/tar.js';

/** One file that is packed, which becomes the only file of an archive. A tar in it is converted as that tar. */
const packedFile = <const T extends Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes'>>(
  packing: ArchivePacking,
  format: T,
) => ({ ...format, category: 'archive', read: reads('packed', packing) }) as const;

/** gzip's: its content shows that it is no tar. */
export const gz = defineFormat({
  ...packedFile('gzip', { id: 'gz', label: 'GZ', extensions: ['gz'], mimeTypes: ['application/gzip'] }),
  signature: [finds(500, detectGzip, 'gz', GZIP)],
  sharesBytesWith: ['tar.gz'],
});

/** The others have the bytes of a packed tar: their names tell them apart. */
export const bz2 = defineFormat({
  ...packedFile('bzip2', {
    id: 'bz2',
    label: 'BZ2',
    extensions: ['bz2'],
    mimeTypes: ['application/x-bzip2'],
  }),
  noSignature: true,
  sharesBytesWith: ['tar.bz2'],
});

/** Of XZ Utils. */
export const xz = defineFormat({
  ...packedFile('xz', { id: 'xz', label: 'XZ', extensions: ['xz'], mimeTypes: ['application/x-xz'] }),
  noSignature: true,
  sharesBytesWith: ['tar.xz'],
});

/** Zstandard. */
export const zst = defineFormat({
  ...packedFile('zstd', { id: 'zst', label: 'ZST', extensions: ['zst'], mimeTypes: ['application/zstd'] }),
  noSignature: true,
  sharesBytesWith: ['tar.zst'],
});

/** Of LZ4's program. */
export const lz4 = defineFormat({
  ...packedFile('lz4', { id: 'lz4', label: 'LZ4', extensions: ['lz4'], mimeTypes: ['application/x-lz4'] }),
  noSignature: true,
  sharesBytesWith: ['tar.lz4'],
});

/** The packing before xz. */
export const lzma = defineFormat({
  ...packedFile('lzma', {
    id: 'lzma',
    label: 'LZMA',
    extensions: ['lzma'],
    mimeTypes: ['application/x-lzma'],
  }),
  noSignature: true,
  sharesBytesWith: ['tar.lzma'],
});

/** Of lzip. */
export const lz = defineFormat({
  ...packedFile('lzip', { id: 'lz', label: 'LZ', extensions: ['lz'], mimeTypes: ['application/lzip'] }),
  noSignature: true,
  sharesBytesWith: ['tar.lz'],
});

/** Of lzop. */
export const lzo = defineFormat({
  ...packedFile('lzop', { id: 'lzo', label: 'LZO', extensions: ['lzo'], mimeTypes: ['application/x-lzop'] }),
  noSignature: true,
  sharesBytesWith: ['tar.lzo'],
});

/** Of Unix compress. */
export const z = defineFormat({
  ...packedFile('compress', {
    id: 'z',
    label: 'Z',
    extensions: ['z'],
    mimeTypes: ['application/x-compress'],
  }),
  noSignature: true,
  sharesBytesWith: ['tar.z'],
});

/** Brotli, which has no magic number. */
export const br = defineFormat({
  ...packedFile('brotli', { id: 'br', label: 'BR', extensions: ['br'], mimeTypes: ['application/x-brotli'] }),
  noSignature: true,
});
