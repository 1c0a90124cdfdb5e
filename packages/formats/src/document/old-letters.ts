import { defineFormat } from '../define/format.js';
import { at, magic, shows } from '../define/signature.js';
import { rootNameOf } from '../image/readers/svg.js';
import { inspectBinary, oleSignature } from './readers/binary.js';
import { inspectText } from './readers/text.js';

/** WordPerfect for DOS and Windows; its other files have another number after the mark. */
export const wpd = defineFormat({
  id: 'wpd',
  label: 'WordPerfect',
  category: 'document',
  extensions: ['wpd'],
  mimeTypes: ['application/vnd.wordperfect'],
  signature: [magic({ 0: '\xffWPC', 9: '\x0a' })],
  read: { libreoffice: { as: 'writer', filters: ['WordPerfect'] } },
});

/** Word processor of Microsoft Works 4 to 9. */
export const wps = defineFormat({
  id: 'wps',
  label: 'Works',
  category: 'document',
  extensions: ['wps'],
  mimeTypes: ['application/vnd.ms-works'],
  signature: [oleSignature('wps')],
  sharesBytesWith: ['ole'],
  limits: inspectBinary('wps'),
  read: { libreoffice: { as: 'writer', filters: ['MS_Works'], mend: 'ole' } },
});

/** Write of Windows 1 to 3. */
export const wri = defineFormat({
  id: 'wri',
  label: 'Write',
  category: 'document',
  extensions: ['wri'],
  mimeTypes: ['application/x-mswrite'],
  signature: [at(0, '\x31\xbe\0\0\0\xab'), at(0, '\x32\xbe\0\0\0\xab')],
  read: { libreoffice: { as: 'writer', filters: ['MS_Write'] } },
});

/** Hangul of version 3; later ones are compound files, which LibreOffice cannot read. */
export const hwp = defineFormat({
  id: 'hwp',
  label: 'HWP 3',
  category: 'document',
  extensions: ['hwp'],
  mimeTypes: ['application/x-hwp'],
  signature: [at(0, 'HWP Document File V3.00')],
  read: { libreoffice: { as: 'writer', filters: ['writer_MIZI_Hwp_97'] } },
});

/** AbiWord's XML. */
export const abw = defineFormat({
  id: 'abw',
  label: 'AbiWord',
  category: 'document',
  extensions: ['abw'],
  mimeTypes: ['application/x-abiword'],
  signature: [shows(481, async (content) => (await content.once(rootNameOf)) === 'abiword')],
  limits: inspectText,
  read: { libreoffice: { as: 'writer', filters: ['AbiWord'] } },
});

/** The same, compressed by gzip. */
export const zabw = defineFormat({
  id: 'zabw',
  label: 'Packed AbiWord',
  category: 'document',
  extensions: ['zabw'],
  mimeTypes: ['application/x-abiword-compressed'],
  noSignature: true,
  sharesBytesWith: ['gz'],
  read: { libreoffice: { as: 'writer', filters: ['AbiWord'] } },
});

/** T602, a text editor of DOS: commands begin with @. */
export const t602 = defineFormat({
  id: '602',
  label: 'T602',
  category: 'document',
  extensions: ['602', 'txt602'],
  mimeTypes: ['application/x-t602'],
  noSignature: true,
  sharesBytesWith: ['txt'],
  read: { libreoffice: { as: 'writer', filters: ['T602Document'] } },
});
