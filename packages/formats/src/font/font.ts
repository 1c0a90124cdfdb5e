import type { FonttoolsWrite } from '../define/document-engines.js';
import { defineFormat, type FormatSpec, type KnownContent } from '../define/format.js';
import { finds, magic } from '../define/signature.js';
import { EOT_VERSIONS, inspectEot } from './readers/eot.js';
import { detectFont, inspectSfnt } from './readers/sfnt.js';
import { inspectWoff } from './readers/woff.js';
import { inspectWoff2 } from './readers/woff2.js';

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

/** Font collections and Apple's PostScript fonts, which no engine reads; the refusal names them. */
export const otherFonts: readonly KnownContent[] = ['ttc', 'typ1'].map((id) => ({
  id,
  signature: [finds(650, detectFont, id)],
}));
