import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { reads } from './readers/kinds.js';

/** The disk of a virtual machine: its files are those of its file system; of several partitions, their images. */
export const qcow2 = defineFormat({
  id: 'qcow2',
  label: 'QCOW2',
  category: 'archive',
  extensions: ['qcow2', 'qcow'],
  mimeTypes: ['application/x-qemu-disk'],
  signature: [at(0, 'QFI\xfb\0\0\0')],
  read: reads('qcow'),
});

/** Of VirtualBox. */
export const vdi = defineFormat({
  id: 'vdi',
  label: 'VDI',
  category: 'archive',
  extensions: ['vdi'],
  mimeTypes: ['application/x-virtualbox-vdi'],
  signature: [at(64, '\x7f\x10\xda\xbe', 451)],
  read: reads('vdi'),
});

/** Of Virtual PC: a disk that grows has a copy of its last bytes at its start. */
export const vhd = defineFormat({
  id: 'vhd',
  label: 'VHD',
  category: 'archive',
  extensions: ['vhd'],
  mimeTypes: ['application/x-virtualbox-vhd'],
  signature: [at(0, 'conectix\0\0')],
  read: reads('vhd'),
});

/** Of Hyper-V. */
export const vhdx = defineFormat({
  id: 'vhdx',
  label: 'VHDX',
  category: 'archive',
  extensions: ['vhdx'],
  mimeTypes: ['application/x-vhdx'],
  signature: [at(0, 'vhdxfile')],
  read: reads('vhdx'),
});

/** Of VMware: one file with its own description in it. */
export const vmdk = defineFormat({
  id: 'vmdk',
  label: 'VMDK',
  category: 'archive',
  extensions: ['vmdk'],
  mimeTypes: ['application/x-vmdk'],
  signature: [at(0, 'KDMV')],
  read: reads('vmdk'),
});
