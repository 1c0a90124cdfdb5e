import { archiveOptions } from '../archive-options.js';
import { defineFormat } from '../format.js';

/** Every archive becomes every other: what is inside is files and folders in all of them. */
const read = { archive: { as: 'files' } } as const;
const from = ['files'] as const;

/** APPNOTE.TXT 6.3.10; programs of Java and comics are zip files under names of their own. */
export const zip = defineFormat({
  id: 'zip',
  label: 'ZIP',
  category: 'archive',
  extensions: ['zip', 'jar', 'cbz'],
  mimeTypes: ['application/zip', 'application/java-archive', 'application/vnd.comicbook+zip'],
  read,
  write: { archive: { from, options: archiveOptions(6) } },
});

/** 7zFormat.txt of 7-Zip: level 1 is six times as fast as 7-Zip's own default, and a twentieth larger. */
export const sevenZip = defineFormat({
  id: '7z',
  label: '7Z',
  category: 'archive',
  extensions: ['7z'],
  mimeTypes: ['application/x-7z-compressed'],
  read,
  write: { archive: { from, options: archiveOptions(1) } },
});

/** POSIX.1-2017, pax interchange format. */
export const tar = defineFormat({
  id: 'tar',
  label: 'TAR',
  category: 'archive',
  extensions: ['tar'],
  mimeTypes: ['application/x-tar'],
  read,
  write: { archive: { from } },
});

/** tar in RFC 1952. */
export const tarGz = defineFormat({
  id: 'tar.gz',
  label: 'TAR.GZ',
  category: 'archive',
  extensions: ['tar.gz', 'tgz'],
  mimeTypes: ['application/gzip'],
  read,
  write: { archive: { from, options: archiveOptions(6) } },
});

export const tarBz2 = defineFormat({
  id: 'tar.bz2',
  label: 'TAR.BZ2',
  category: 'archive',
  extensions: ['tar.bz2', 'tbz2', 'tbz'],
  mimeTypes: ['application/x-bzip2'],
  read,
  write: { archive: { from, options: archiveOptions(5) } },
});

export const tarXz = defineFormat({
  id: 'tar.xz',
  label: 'TAR.XZ',
  category: 'archive',
  extensions: ['tar.xz', 'txz'],
  mimeTypes: ['application/x-xz'],
  read,
  write: { archive: { from, options: archiveOptions(1) } },
});

/** Read only: its licence forbids to write it. */
export const rar = defineFormat({
  id: 'rar',
  label: 'RAR',
  category: 'archive',
  extensions: ['rar', 'cbr'],
  mimeTypes: ['application/vnd.rar', 'application/x-rar-compressed'],
  read,
});
