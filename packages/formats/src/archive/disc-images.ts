import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';
import { from, reads } from './readers/kinds.js';

/** ECMA-119 with Rock Ridge, and with Joliet for Windows. A UDF image that is also one is read as this. */
export const iso = defineFormat({
  id: 'iso',
  label: 'ISO',
  category: 'archive',
  extensions: ['iso'],
  mimeTypes: ['application/x-iso9660-image'],
  signature: [at(32_769, 'CD001', 465)],
  read: reads('iso'),
  write: { archive: { from, container: 'iso', lacks: ['owners', 'fractions of seconds'] } },
});

/** The packed disc of Linux's live systems and of Snap packages, version 4. */
export const squashfs = defineFormat({
  id: 'squashfs',
  label: 'SQUASHFS',
  category: 'archive',
  extensions: ['squashfs', 'sqfs', 'sfs', 'snap'],
  mimeTypes: ['application/vnd.squashfs'],
  signature: [magic({ 0: 'hsqs', 28: '\x04\0\0\0' }, 459)],
  read: reads('squashfs'),
});

/** Windows Imaging, of Windows' installers. */
export const wim = defineFormat({
  id: 'wim',
  label: 'WIM',
  category: 'archive',
  extensions: ['wim', 'esd'],
  mimeTypes: ['application/x-ms-wim'],
  signature: [at(0, 'MSWIM\0\0\0')],
  read: reads('wim'),
});
