import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';
import { inspectPainting, readWireless } from './readers/painting.js';
import { sizeAt } from './readers/plain.js';

/** GIMP, versions 0 to 14: its layers are merged as they are seen. */
export const xcf = defineFormat({
  id: 'xcf',
  label: 'XCF',
  category: 'image',
  extensions: ['xcf'],
  mimeTypes: ['image/x-xcf'],
  signature: [at(0, 'gimp xcf ', 700)],
  limits: sizeAt(14, 18, 'u32be'),
  read: { pixels: { as: 'painting', reader: 'gimp' } },
});

/** The first entry of a package is its type, unpacked. */
const packageOf = (type: string) => magic({ 0: 'PK\x03\x04', 30: `mimetype${type}` }, 701);

/** OpenRaster 0.0.6, of Krita, MyPaint and GIMP: the merged picture, which every file of it holds. */
export const ora = defineFormat({
  id: 'ora',
  label: 'OpenRaster',
  category: 'image',
  extensions: ['ora'],
  mimeTypes: ['image/openraster'],
  signature: [packageOf('image/openraster')],
  sharesBytesWith: ['zip'],
  limits: inspectPainting,
  read: { pixels: { as: 'painting', reader: 'merged' } },
});

/** Krita: the merged picture, which every file of it holds. */
export const kra = defineFormat({
  id: 'kra',
  label: 'Krita',
  category: 'image',
  extensions: ['kra'],
  mimeTypes: ['application/x-krita'],
  signature: [packageOf('application/x-krita')],
  sharesBytesWith: ['zip'],
  limits: inspectPainting,
  read: { pixels: { as: 'painting', reader: 'merged' } },
});

/** Wireless bitmap of the first telephones with pages, WAP-237: black and white. It begins with no mark, so the name decides. */
export const wbmp = defineFormat({
  id: 'wbmp',
  label: 'WBMP',
  category: 'image',
  extensions: ['wbmp'],
  mimeTypes: ['image/vnd.wap.wbmp'],
  noSignature: true,
  limits: readWireless,
  holds: ['large pictures'],
  read: { pixels: { as: 'painting', reader: 'wireless', isGrey: true } },
});
