import type { FonttoolsWrite } from '../define/document-engines.js';
import { defineFormat, type FormatSpec, type KnownContent } from '../define/format.js';
import { at, finds, magic, shows } from '../define/signature.js';
import { EOT_VERSIONS, inspectEot } from './readers/eot.js';
import { detectFont, inspectSfnt } from './readers/sfnt.js';
import { isSuitcase } from './readers/suitcase.js';
import { inspectWoff } from './readers/woff.js';
import { inspectWoff2 } from './readers/woff2.js';

/** How every program of Type 1 begins. */
const TYPE_1 = ['%!PS-AdobeFont', '%!FontType1'];

type Font = Required<Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes' | 'limits'>> & {
  readonly written: FonttoolsWrite;
};

/** Every font can become every other: they differ in the compression and in the kind of outlines. */
const font = <const T extends Font>({ written, ...format }: T) =>
  defineFormat({
    ...format,
    category: 'font',
    signature: [finds(650, detectFont, format.id)],
    read: { fonttools: { as: 'font' } },
    write: { fonttools: { from: ['font'], ...written } },
  });

/**
 * OpenType with quadratic outlines (`glyf`), ISO/IEC 14496-22; also Apple's `true`. A file named .otf may have them
 * too.
 */
export const ttf = font({
  id: 'ttf',
  label: 'TTF',
  extensions: ['ttf'],
  mimeTypes: ['font/ttf'],
  limits: inspectSfnt,
  written: { container: 'sfnt', outlines: 'quadratic' },
});

/** OpenType with cubic outlines (`CFF ` or `CFF2`), ISO/IEC 14496-22. */
export const otf = font({
  id: 'otf',
  label: 'OTF',
  extensions: ['otf'],
  mimeTypes: ['font/otf'],
  limits: inspectSfnt,
  written: { container: 'sfnt', outlines: 'cubic' },
});

/** Tables compressed one by one with zlib, with either kind of outlines: W3C WOFF 1.0. */
export const woff = font({
  id: 'woff',
  label: 'WOFF',
  extensions: ['woff'],
  mimeTypes: ['font/woff'],
  limits: inspectWoff,
  written: { container: 'woff' },
});

/**
 * Tables compressed together with brotli, with either kind of outlines: W3C WOFF 2.0. Its encoding of quadratic outlines
 * keeps every point, hint and metric, and saves a fifth of the bytes. The reference encoder has no settings.
 */
export const woff2 = font({
  id: 'woff2',
  label: 'WOFF2',
  extensions: ['woff2'],
  mimeTypes: ['font/woff2'],
  limits: inspectWoff2,
  written: { container: 'woff2' },
});

/** W3C's submission of EOT, which old versions of Internet Explorer read: a header before an OpenType font. */
export const eot = defineFormat({
  id: 'eot',
  label: 'EOT',
  category: 'font',
  extensions: ['eot'],
  mimeTypes: ['application/vnd.ms-fontobject'],
  signature: EOT_VERSIONS.map((version) => magic({ 8: version, 34: 'LP', 64: '\0'.repeat(16) }, 458)),
  limits: inspectEot,
  read: { fonttools: { as: 'font' } },
  write: { fonttools: { from: ['font'], container: 'eot', outlines: 'quadratic' } },
});

/** Several OpenType fonts in one file, ISO/IEC 14496-22: the first one is converted. */
export const ttc = defineFormat({
  id: 'ttc',
  label: 'TTC',
  category: 'font',
  extensions: ['ttc', 'otc'],
  mimeTypes: ['font/collection'],
  signature: [finds(650, detectFont, 'ttc')],
  read: { fonttools: { as: 'font' } },
});

/** Fonts of macOS in the structure of a resource fork: the first one is converted. */
export const dfont = defineFormat({
  id: 'dfont',
  label: 'DFONT',
  category: 'font',
  extensions: ['dfont'],
  mimeTypes: ['application/x-dfont'],
  signature: [shows(721, isSuitcase)],
  read: { fonttools: { as: 'font' } },
});

/** Adobe's Type 1 in segments: cubic outlines, characters by the names of glyphs. */
export const pfb = defineFormat({
  id: 'pfb',
  label: 'PFB',
  category: 'font',
  extensions: ['pfb'],
  mimeTypes: ['application/x-font-type1'],
  signature: TYPE_1.map((start) => magic({ 0: '\x80\x01', 6: start }, 457)),
  read: { fonttools: { as: 'font' } },
});

/** Type 1 as one PostScript program. */
export const pfa = defineFormat({
  id: 'pfa',
  label: 'PFA',
  category: 'font',
  extensions: ['pfa', 't1'],
  mimeTypes: ['application/x-font-type1'],
  signature: TYPE_1.map((start) => at(0, start, 701)),
  read: { fonttools: { as: 'font' } },
});

/** Apple's PostScript fonts in OpenType's structure, which no engine reads; the refusal names them. */
export const otherFonts: readonly KnownContent[] = ['typ1'].map((id) => ({
  id,
  signature: [finds(650, detectFont, id)],
}));
