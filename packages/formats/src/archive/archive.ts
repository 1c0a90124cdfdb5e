import type { ArchiveContainer, ArchivePacking } from '../define/document-engines.js';
import { defineFormat, type KnownContent } from '../define/format.js';
import { archiveOptions } from '../define/options.js';
import { at, finds, magic, shows } from '../define/signature.js';
import { packageSignature } from '../document/readers/packages.js';
import { inspectRar } from './readers/rar.js';
import { inspectSevenZip } from './readers/seven-zip.js';
import { detectGzip, GZIP, inspectTar, isTarHeader } from './readers/tar.js';
import { inspectZip } from './readers/zip.js';

/** Every archive can become every other: all of them hold files and folders. */
const from = ['files'] as const;

const reads = <const C extends ArchiveContainer, const P extends ArchivePacking>(container: C, packing?: P) =>
  ({ archive: { as: 'files', container, ...(packing && { packing }) } }) as const;

/**
 * What all tars that are compressed as a whole have in common.
 *
 * @param level - see {@link archiveOptions}
 */
const packedTar = (packing: ArchivePacking, level: number) =>
  ({
    category: 'archive',
    read: reads('tar', packing),
    write: { archive: { from, options: archiveOptions(level), container: 'tar', packing } },
  }) as const;

/** APPNOTE.TXT 6.3.10; Java programs and comic books are zip files with other extensions. */
export const zip = defineFormat({
  id: 'zip',
  label: 'ZIP',
  category: 'archive',
  extensions: ['zip', 'jar', 'cbz'],
  mimeTypes: ['application/zip', 'application/java-archive', 'application/vnd.comicbook+zip'],
  // Also for a zip of a document's files: it is converted as a zip.
  signature: [...packageSignature('zip'), at(0, 'PK\x03\x04', 460)],
  limits: inspectZip,
  read: reads('zip'),
  write: {
    archive: {
      from,
      options: archiveOptions(6),
      container: 'zip',
      lacks: ['owner names', 'fractions of seconds', 'times before 1980'],
    },
  },
});

/** 7zFormat.txt of 7-Zip: level 1 is six times as fast as 7-Zip's own default, and a twentieth larger. */
export const sevenZip = defineFormat({
  id: '7z',
  label: '7Z',
  category: 'archive',
  extensions: ['7z'],
  mimeTypes: ['application/x-7z-compressed'],
  signature: [at(0, '7z\xbc\xaf\x27\x1c')],
  limits: inspectSevenZip,
  read: reads('7z'),
  write: { archive: { from, options: archiveOptions(1), container: '7z', lacks: ['owners'] } },
});

/** POSIX.1-2017, pax interchange format. Its first bytes are a file name: only the checksum identifies it. */
export const tar = defineFormat({
  id: 'tar',
  label: 'TAR',
  category: 'archive',
  extensions: ['tar'],
  mimeTypes: ['application/x-tar'],
  signature: [shows(900, ({ head }) => isTarHeader(head))],
  limits: inspectTar,
  read: reads('tar'),
  write: { archive: { from, container: 'tar' } },
});

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

/** Read only: its licence does not allow writing it. */
export const rar = defineFormat({
  id: 'rar',
  label: 'RAR',
  category: 'archive',
  extensions: ['rar', 'cbr'],
  mimeTypes: ['application/vnd.rar', 'application/x-rar-compressed'],
  signature: [at(0, 'Rar!\x1a\x07\0'), at(0, 'Rar!\x1a\x07\x01\0')],
  limits: inspectRar,
  read: reads('rar'),
});

/** One file packed with gzip: not an archive; refused with its name. */
export const gzip: KnownContent = { id: 'gz', signature: [finds(500, detectGzip, 'gz', GZIP)] };
