import { defineFormat } from '../define/format.js';
import { at, magic, shows } from '../define/signature.js';
import { isExt, isFat } from './readers/file-systems.js';
import { reads } from './readers/kinds.js';

/** ECMA-167 and OSTA UDF, of DVDs. One that is an ISO 9660 disc as well is recognised as that. */
export const udf = defineFormat({
  id: 'udf',
  label: 'UDF',
  category: 'archive',
  extensions: ['udf'],
  mimeTypes: ['application/x-udf-image'],
  signature: [at(32_769, 'BEA01', 456)],
  read: reads('udf'),
});

/** The file systems of Linux: ext2, ext3 and ext4. */
export const ext = defineFormat({
  id: 'ext',
  label: 'EXT',
  category: 'archive',
  extensions: ['ext4', 'ext3', 'ext2'],
  mimeTypes: ['application/x-ext-image'],
  signature: [shows(455, ({ head }) => isExt(head))],
  read: reads('ext'),
});

/** The file system of DOS, memory cards and floppy discs: FAT12, FAT16 and FAT32. */
export const fat = defineFormat({
  id: 'fat',
  label: 'FAT',
  category: 'archive',
  extensions: ['fat', 'ima', 'flp'],
  mimeTypes: ['application/x-fat-image'],
  signature: [shows(454, ({ head }) => isFat(head))],
  read: reads('fat'),
});

/** The file system of Windows. */
export const ntfs = defineFormat({
  id: 'ntfs',
  label: 'NTFS',
  category: 'archive',
  extensions: ['ntfs'],
  mimeTypes: ['application/x-ntfs-image'],
  signature: [magic({ 3: 'NTFS    \0', 510: '\x55\xaa' }, 453)],
  read: reads('ntfs'),
});

/** A small packed file system of Linux, without times. */
export const cramfs = defineFormat({
  id: 'cramfs',
  label: 'CRAMFS',
  category: 'archive',
  extensions: ['cramfs'],
  mimeTypes: ['application/x-cramfs'],
  signature: [magic({ 0: '\x45\x3d\xcd\x28', 16: 'Compressed ROMFS' }, 452)],
  read: reads('cramfs'),
});
