import { defineFormat } from '../define/format.js';
import { at, shows } from '../define/signature.js';
import { from, reads } from './readers/kinds.js';
import { isCpio, isLzh } from './readers/old-archives.js';

/** cpio(5): the new ASCII format is written, the old one is read too. */
export const cpio = defineFormat({
  id: 'cpio',
  label: 'CPIO',
  category: 'archive',
  extensions: ['cpio'],
  mimeTypes: ['application/x-cpio'],
  signature: [shows(466, ({ head }) => isCpio(head))],
  read: reads('cpio'),
  write: {
    archive: { from, container: 'cpio', lacks: ['owner names', 'fractions of seconds', 'times before 1970'] },
  },
});

/** The archives of macOS installers; its list of files is packed XML. */
export const xar = defineFormat({
  id: 'xar',
  label: 'XAR',
  category: 'archive',
  extensions: ['xar', 'pkg'],
  mimeTypes: ['application/x-xar'],
  signature: [at(0, 'xar!\0', 467)],
  read: reads('xar'),
});

/** A package of Red Hat's and SUSE's Linux: its files are those that it would install. */
export const rpm = defineFormat({
  id: 'rpm',
  label: 'RPM',
  category: 'archive',
  extensions: ['rpm'],
  mimeTypes: ['application/x-rpm'],
  signature: [at(0, '\xed\xab\xee\xdb', 468)],
  read: reads('rpm'),
});

/** A package of Debian's Linux, deb(5): its files are those that it would install. */
export const deb = defineFormat({
  id: 'deb',
  label: 'DEB',
  category: 'archive',
  extensions: ['deb', 'udeb'],
  mimeTypes: ['application/vnd.debian.binary-package'],
  signature: [at(0, '!<arch>\ndebian-binary')],
  read: reads('deb'),
});

/** Microsoft Cabinet. */
export const cab = defineFormat({
  id: 'cab',
  label: 'CAB',
  category: 'archive',
  extensions: ['cab'],
  mimeTypes: ['application/vnd.ms-cab-compressed'],
  signature: [at(0, 'MSCF\0\0\0\0')],
  read: reads('cab'),
});

/** LHA. Its magic is the name of the method, after two bytes of the header. */
export const lzh = defineFormat({
  id: 'lzh',
  label: 'LZH',
  category: 'archive',
  extensions: ['lzh', 'lha'],
  mimeTypes: ['application/x-lzh-compressed'],
  signature: [shows(469, ({ head }) => isLzh(head))],
  read: reads('lzh'),
});
