import type { ByteReader } from '../bytes/byte-reader.js';
import type { Facts } from '../define/facts.js';
import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';
import { inspectPackage } from '../document/readers/packages.js';

/** Limits of those that newer versions of their program put into a zip. */
const inspectPacked = async (reader: ByteReader): Promise<Facts> =>
  (await reader.read(0, 2)).toString('latin1') === 'PK' ? inspectPackage(reader) : {};

/** CorelDRAW since version 3: RIFF, and since X4 a zip, which the file name tells apart from others. */
export const cdr = defineFormat({
  id: 'cdr',
  label: 'CorelDRAW',
  category: 'document',
  extensions: ['cdr'],
  mimeTypes: ['application/vnd.corel-draw'],
  signature: [magic({ 0: 'RIFF', 8: 'CDR' }), magic({ 0: 'RIFF', 8: 'cdr' })],
  sharesBytesWith: ['zip'],
  limits: inspectPacked,
  read: { libreoffice: { as: 'draw', filters: ['Corel Draw Document'] } },
});

/** Corel's exchange format. */
export const cmx = defineFormat({
  id: 'cmx',
  label: 'CMX',
  category: 'document',
  extensions: ['cmx'],
  mimeTypes: ['image/x-cmx'],
  signature: [magic({ 0: 'RIFF', 8: 'CMX1' })],
  read: { libreoffice: { as: 'draw', filters: ['Corel Presentation Exchange'] } },
});

/** Drawings of WordPerfect, whose texts have another number after the mark. */
export const wpg = defineFormat({
  id: 'wpg',
  label: 'WPG',
  category: 'document',
  extensions: ['wpg'],
  mimeTypes: ['application/x-wpg'],
  signature: [magic({ 0: '\xffWPC', 9: '\x16' })],
  read: { libreoffice: { as: 'draw', filters: ['WordPerfect Graphics'] } },
});

/** Zoner Draw 4, and 5 in a zip. */
export const zmf = defineFormat({
  id: 'zmf',
  label: 'Zoner Draw',
  category: 'document',
  extensions: ['zmf'],
  mimeTypes: ['application/x-zoner-draw'],
  noSignature: true,
  sharesBytesWith: ['zip'],
  limits: inspectPacked,
  read: { libreoffice: { as: 'draw', filters: ['ZMF Document'] } },
});

/** PageMaker 6.5 and 7: a compound file without a stream of its own. */
export const pmd = defineFormat({
  id: 'pmd',
  label: 'PageMaker',
  category: 'document',
  extensions: ['pmd', 'p65', 'pm6'],
  mimeTypes: ['application/x-pagemaker'],
  noSignature: true,
  sharesBytesWith: ['ole'],
  read: { libreoffice: { as: 'draw', filters: ['PageMaker Document'], mend: 'ole' } },
});

/** Metafile of OS/2: fields whose marks begin with the same byte. */
export const met = defineFormat({
  id: 'met',
  label: 'MET',
  category: 'document',
  extensions: ['met'],
  mimeTypes: ['image/x-met'],
  signature: [at(2, '\xd3\xa8\xa8', 117)],
  read: { libreoffice: { as: 'draw', filters: ['MET - OS/2 Metafile'] } },
});

/** Computer Graphics Metafile in binary, ISO 8632-3: it has no mark that other files lack. */
export const cgm = defineFormat({
  id: 'cgm',
  label: 'CGM',
  category: 'document',
  extensions: ['cgm'],
  mimeTypes: ['image/cgm'],
  noSignature: true,
  read: { libreoffice: { as: 'impress', filters: ['CGM - Computer Graphics Metafile'] } },
});
