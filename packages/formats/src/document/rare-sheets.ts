import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';

/** Lotus 1-2-3 since version 3. */
export const lotus = defineFormat({
  id: '123',
  label: '1-2-3',
  category: 'document',
  extensions: ['123', 'wk3', 'wk4'],
  mimeTypes: ['application/x-123'],
  // The start of a file, whose record is 26 bytes long, and its version.
  signature: [magic({ 0: '\0\0\x1a\0', 5: '\x10' })],
  read: { libreoffice: { as: 'calc', filters: ['WPS_Lotus_Calc'] } },
});

/** Quattro Pro for DOS. */
export const wq1 = defineFormat({
  id: 'wq1',
  label: 'Quattro Pro for DOS',
  category: 'document',
  extensions: ['wq1', 'wq2'],
  mimeTypes: ['application/x-quattro'],
  // Numbers that no mouse pointer has: wk1.
  signature: [at(0, '\0\0\x02\0\x20\x51', 703), at(0, '\0\0\x02\0\x21\x51', 703)],
  read: { libreoffice: { as: 'calc', filters: ['WPS_QPro_Calc'] } },
});

/** Quattro Pro 1 to 6 for Windows. */
export const wb1 = defineFormat({
  id: 'wb1',
  label: 'Quattro Pro 1 to 6',
  category: 'document',
  extensions: ['wb1', 'wb2'],
  mimeTypes: ['application/x-quattro-win'],
  signature: [at(0, '\0\0\x02\0\x01\x10', 703), at(0, '\0\0\x02\0\x02\x10', 703)],
  read: { libreoffice: { as: 'calc', filters: ['WPS_QPro_Calc', 'Quattro Pro 6.0'] } },
});

/** The database of Microsoft Works; since version 3 a compound file without a stream of its own. */
export const wdb = defineFormat({
  id: 'wdb',
  label: 'Works Database',
  category: 'document',
  extensions: ['wdb'],
  mimeTypes: ['application/x-msworks-database'],
  signature: [at(0, '\x20\x54\x02\0\0\0\x05\x54\x02\0')],
  noSignature: true,
  sharesBytesWith: ['ole'],
  read: { libreoffice: { as: 'calc', filters: ['MS_Works_Calc'], mend: 'ole' } },
});
