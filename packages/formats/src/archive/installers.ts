import { defineFormat } from '../define/format.js';
import { at, shows } from '../define/signature.js';
import { isInstaller, isPackedUdif, isUdif } from './readers/installers.js';
import { reads } from './readers/kinds.js';
import { inspectZip } from './readers/zip.js';

/** [MS-CFB]: before the signatures of Office's files, which are compound files too. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** An installer of Windows: its files are those that it would install, under the names that they would have. */
export const msi = defineFormat({
  id: 'msi',
  label: 'MSI',
  category: 'archive',
  extensions: ['msi'],
  mimeTypes: ['application/x-msi'],
  signature: [
    shows(
      491,
      (content) =>
        content.head.toString('latin1', 0, COMPOUND_FILE.length) === COMPOUND_FILE && isInstaller(content),
    ),
  ],
  read: reads('msi'),
});

/** Apple's disk image, UDIF: its files are those of its file system, in a folder named like the volume. */
export const dmg = defineFormat({
  id: 'dmg',
  label: 'DMG',
  category: 'archive',
  extensions: ['dmg'],
  mimeTypes: ['application/x-apple-diskimage'],
  signature: [shows(520, isPackedUdif), shows(448, isUdif)],
  read: reads('dmg'),
});

/** An extension of Chrome: a zip behind a signature. */
export const crx = defineFormat({
  id: 'crx',
  label: 'CRX',
  category: 'archive',
  extensions: ['crx'],
  mimeTypes: ['application/x-chrome-extension'],
  signature: [at(0, 'Cr24')],
  limits: inspectZip,
  read: reads('zip'),
});
