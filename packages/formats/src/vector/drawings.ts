import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';
import { inspectBinary, oleSignature } from '../document/readers/binary.js';
import { inspectPackage, packageSignature } from '../document/readers/packages.js';

/** OpenDocument drawing, OASIS 1.3. */
export const odg = defineFormat({
  id: 'odg',
  label: 'ODG',
  category: 'document',
  extensions: ['odg'],
  mimeTypes: ['application/vnd.oasis.opendocument.graphics'],
  signature: packageSignature('odg'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'draw', filters: ['draw8'], mend: 'zip' } },
  write: { libreoffice: { from: ['draw'], filters: { draw: 'draw8' } } },
});

/** Visio 5 to 2010. */
export const vsd = defineFormat({
  id: 'vsd',
  label: 'VSD',
  category: 'document',
  extensions: ['vsd', 'vss', 'vst'],
  mimeTypes: ['application/vnd.visio'],
  signature: [oleSignature('vsd')],
  sharesBytesWith: ['ole'],
  limits: inspectBinary('vsd'),
  read: { libreoffice: { as: 'draw', filters: ['Visio Document'], mend: 'ole' } },
});

/** Visio since 2013: drawings, stencils and templates, with macros or without. */
export const vsdx = defineFormat({
  id: 'vsdx',
  label: 'VSDX',
  category: 'document',
  extensions: ['vsdx', 'vsdm', 'vssx', 'vssm', 'vstx', 'vstm'],
  mimeTypes: ['application/vnd.ms-visio.drawing.main+xml'],
  signature: packageSignature('vsdx'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'draw', filters: ['Visio Document'], mend: 'zip' } },
});

/** Publisher since 98: a compound file without a stream of its own. */
export const pub = defineFormat({
  id: 'pub',
  label: 'Publisher',
  category: 'document',
  extensions: ['pub'],
  mimeTypes: ['application/vnd.ms-publisher'],
  noSignature: true,
  sharesBytesWith: ['ole'],
  read: { libreoffice: { as: 'draw', filters: ['Publisher Document'], mend: 'ole' } },
});

/** AutoCAD's exchange format, as text. */
export const dxf = defineFormat({
  id: 'dxf',
  label: 'DXF',
  category: 'document',
  extensions: ['dxf'],
  mimeTypes: ['image/vnd.dxf'],
  noSignature: true,
  sharesBytesWith: ['txt'],
  read: { libreoffice: { as: 'draw', filters: ['DXF - AutoCAD Interchange'] } },
  write: { plotter: { from: ['plotted'] } },
});

/** Enhanced metafile of Windows: [MS-EMF] 2.3.4.2. */
export const emf = defineFormat({
  id: 'emf',
  label: 'EMF',
  category: 'document',
  extensions: ['emf'],
  mimeTypes: ['image/emf'],
  signature: [magic({ 0: '\x01\0\0\0', 40: ' EMF' })],
  read: { libreoffice: { as: 'draw', filters: ['EMF - MS Windows Metafile'] } },
  write: { libreoffice: { from: ['page'], filters: { page: 'draw_emf_Export' } } },
});

/** Metafile of Windows 3, with the header of Aldus or without: [MS-WMF] 2.3.2. */
export const wmf = defineFormat({
  id: 'wmf',
  label: 'WMF',
  category: 'document',
  extensions: ['wmf'],
  mimeTypes: ['image/wmf'],
  signature: [at(0, '\xd7\xcd\xc6\x9a'), at(0, '\x01\0\x09\0\0\x03')],
  read: { libreoffice: { as: 'draw', filters: ['WMF - MS Windows Metafile'] } },
  write: { libreoffice: { from: ['page'], filters: { page: 'draw_wmf_Export' } } },
});

/** QuickDraw of the Macintosh, version 2, behind 512 bytes without meaning. */
export const pct = defineFormat({
  id: 'pct',
  label: 'PICT',
  category: 'document',
  extensions: ['pct', 'pict'],
  mimeTypes: ['image/x-pict'],
  signature: [magic({ 522: '\0\x11\x02\xff\x0c\0' }, 118)],
  read: { libreoffice: { as: 'draw', filters: ['PCT - Mac Pict'] } },
});
