import { defineFormat } from '../define/format.js';
import { sevenZipOptions, zipOptions } from '../define/options.js';
import { at, shows } from '../define/signature.js';
import { packageSignature } from '../document/readers/packages.js';
import { from, reads } from './readers/kinds.js';
import { inspectRar } from './readers/rar.js';
import { inspectSevenZip } from './readers/seven-zip.js';
import { inspectTar, isTarHeader } from './readers/tar.js';
import { inspectZip } from './readers/zip.js';

/** APPNOTE.TXT 6.3.10; programs for Java, Android, iOS, Firefox, Python and .NET are zip files with other extensions. */
export const zip = defineFormat({
  id: 'zip',
  label: 'ZIP',
  category: 'archive',
  extensions: ['zip', 'jar', 'war', 'ear', 'apk', 'xpi', 'whl', 'ipa', 'vsix', 'nupkg'],
  mimeTypes: ['application/zip', 'application/java-archive'],
  // Also for a zip of a document's files: it is converted as a zip.
  signature: [...packageSignature('zip'), at(0, 'PK\x03\x04', 460)],
  limits: inspectZip,
  read: reads('zip'),
  write: {
    archive: {
      from,
      options: zipOptions,
      container: 'zip',
      lacks: ['owner names', 'fractions of seconds'],
      // 1980 by its first field, 2038 by the extended one.
      times: [315_532_800, 2 ** 31 - 1],
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
  write: { archive: { from, options: sevenZipOptions, container: '7z', lacks: ['owners'] } },
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

/** Read only: its licence does not allow writing it. */
export const rar = defineFormat({
  id: 'rar',
  label: 'RAR',
  category: 'archive',
  extensions: ['rar'],
  mimeTypes: ['application/vnd.rar', 'application/x-rar-compressed'],
  signature: [at(0, 'Rar!\x1a\x07\0'), at(0, 'Rar!\x1a\x07\x01\0')],
  limits: inspectRar,
  read: reads('rar'),
});
