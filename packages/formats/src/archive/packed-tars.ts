import type { ArchivePacking } from '../define/document-engines.js';
import { defineFormat } from '../define/format.js';
import { archiveOptions } from '../define/options.js';
import { at, finds, magic, shows } from '../define/signature.js';
import { from, reads } from './readers/kinds.js';
import { isCompress, isLzma } from './readers/packings.js';
import { detectGzip, GZIP } from './readers/tar.js';

/**
 * What all tars that are compressed as a whole have in common.
 *
 * @param level - see {@link archiveOptions}; absent for a packing without levels
 */
const packedTar = <const P extends ArchivePacking>(packing: P, level?: number) =>
  ({
    category: 'archive',
    read: reads('tar', packing),
    write: {
      archive: { from, ...(level && { options: archiveOptions(level) }), container: 'tar', packing },
    },
  }) as const;

/** tar in RFC 1952. */
export const tarGz = defineFormat({
  id: 'tar.gz',
  label: 'TAR.GZ',
  extensions: ['tar.gz', 'tgz'],
  mimeTypes: ['application/gzip'],
  signature: [finds(500, detectGzip, 'tar.gz', GZIP)],
  ...packedTar('gzip', 6),
});

/** After the level come the first digits of pi; of its root if the file is empty. The engine checks the content. */
export const tarBz2 = defineFormat({
  id: 'tar.bz2',
  label: 'TAR.BZ2',
  extensions: ['tar.bz2', 'tbz2', 'tbz'],
  mimeTypes: ['application/x-bzip2'],
  signature: [magic({ 0: 'BZh', 4: '1AY&SY' }), magic({ 0: 'BZh', 4: '\x17\x72\x45\x38\x50\x90' })],
  ...packedTar('bzip2', 5),
});

/** The xz file format 1.1.0. The engine checks the content. */
export const tarXz = defineFormat({
  id: 'tar.xz',
  label: 'TAR.XZ',
  extensions: ['tar.xz', 'txz'],
  mimeTypes: ['application/x-xz'],
  signature: [at(0, '\xfd7zXZ\0')],
  ...packedTar('xz', 1),
});

/** RFC 8878. The engine checks the content, as that of the next ones. */
export const tarZst = defineFormat({
  id: 'tar.zst',
  label: 'TAR.ZST',
  extensions: ['tar.zst', 'tzst'],
  mimeTypes: ['application/zstd'],
  signature: [at(0, '\x28\xb5\x2f\xfd', 462)],
  ...packedTar('zstd', 3),
});

/** LZ4 Frame Format 1.6. */
export const tarLz4 = defineFormat({
  id: 'tar.lz4',
  label: 'TAR.LZ4',
  extensions: ['tar.lz4', 'tlz4'],
  mimeTypes: ['application/x-lz4'],
  signature: [at(0, '\x04\x22\x4d\x18', 463)],
  ...packedTar('lz4', 1),
});

/** The packing before xz, without a magic number: its header has few possible values (lzma-file-format.txt). */
export const tarLzma = defineFormat({
  id: 'tar.lzma',
  label: 'TAR.LZMA',
  extensions: ['tar.lzma', 'tlz'],
  mimeTypes: ['application/x-lzma'],
  signature: [shows(87, ({ head }) => isLzma(head))],
  ...packedTar('lzma', 1),
});

/** RFC draft-diaz-lzip. */
export const tarLz = defineFormat({
  id: 'tar.lz',
  label: 'TAR.LZ',
  extensions: ['tar.lz'],
  mimeTypes: ['application/lzip'],
  signature: [at(0, 'LZIP\x01', 464)],
  ...packedTar('lzip', 1),
});

/** The format of lzop 1.0. */
export const tarLzo = defineFormat({
  id: 'tar.lzo',
  label: 'TAR.LZO',
  extensions: ['tar.lzo', 'tzo'],
  mimeTypes: ['application/x-lzop'],
  signature: [at(0, '\x89LZO\0\r\n\x1a\n')],
  ...packedTar('lzop', 3),
});

/** Unix compress, LZW with codes of up to 16 bits. */
export const tarZ = defineFormat({
  id: 'tar.z',
  label: 'TAR.Z',
  extensions: ['tar.z', 'taz'],
  mimeTypes: ['application/x-compress'],
  signature: [shows(86, ({ head }) => isCompress(head))],
  ...packedTar('compress'),
});

/** RFC 7932, which has no magic number. */
export const tarBr = defineFormat({
  id: 'tar.br',
  label: 'TAR.BR',
  extensions: ['tar.br', 'tbr'],
  mimeTypes: ['application/x-brotli'],
  noSignature: true,
  ...packedTar('brotli', 5),
});
