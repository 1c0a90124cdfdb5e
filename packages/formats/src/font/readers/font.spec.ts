import { deflateSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader, type ByteReader } from '../../bytes/byte-reader.js';
import { detectFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';
import type { Facts } from '../../define/facts.js';
import { aSfnt, aWoff, aWoff2, type Part, parts } from './testing.js';

/** An error of the reader becomes `damage` of the facts, or its error code. */
async function limitsOf(reader: ByteReader, format: string): Promise<Facts> {
  const limits = registry.format(format)?.limits;
  if (!limits) throw new Error(`${format} has no reader`);
  return limits(reader);
}
const detect = (bytes: Buffer | string) => detectFormat(new BufferByteReader(Buffer.from(bytes as string)));
const inspect = (bytes: Buffer, format: string) => limitsOf(new BufferByteReader(bytes), format);
const codeOf = (bytes: Buffer, format: string): Promise<string> =>
  inspect(bytes, format).then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
/** A copy with some bytes overwritten. */
function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value, at);
  return copy;
}
const withTable = (tag: string, bytes: Buffer): Part[] => [
  ...parts.filter((part) => part.tag !== tag),
  { tag, bytes },
];

/** The header of version 2.1, before a font of 40 bytes. */
const anEot = Buffer.alloc(82 + 40);
anEot.writeUInt32LE(anEot.length, 0);
anEot.writeUInt32LE(40, 4);
anEot.write('\x01\0\x02\0', 8, 'latin1');
anEot.write('LP', 34);

describe('the limits of an EOT', () => {
  it('refuse one that ends early, and sizes that contradict each other', async () => {
    expect(await codeOf(anEot, 'eot')).toBe('none');
    expect(await codeOf(anEot.subarray(0, 90), 'eot')).toBe('FILE_CORRUPT');
    const broken = Buffer.from(anEot);
    broken.writeUInt32LE(80, 4);
    expect(await codeOf(broken, 'eot')).toBe('FILE_CORRUPT');
  });
});

/** The start of a zip with empty files of these names: APPNOTE.TXT 6.3.10, section 4.3.7. */
const aZip = (...names: string[]): Buffer =>
  Buffer.concat(
    names.map((name) => {
      const header = Buffer.alloc(30);
      header.write('PK\x03\x04\x0a', 'latin1');
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(name)]);
    }),
  );
const GLYPHS = '<font id="a"><glyph d="M0 0"/></font>';

describe('detection of fonts that are described in text', () => {
  it.each([
    ['ufo', aZip('A.ufo/metainfo.plist', '__MACOSX/._A.ufo', 'A.ufo/glyphs/A_.glif')],
    ['ufo', aZip('metainfo.plist', 'glyphs/contents.plist', 'glyphs.background/A_.glif', 'lib.plist')],
    ['zip', aZip('A.ufo/metainfo.plist', 'B.ufo/metainfo.plist')],
    ['zip', aZip('metainfo.plist', 'photo.jpg')],
    ['zip', aZip('a/b.plist')],
    ['svgfont', `<?xml version="1.0"?><svg><metadata>x</metadata><defs >${GLYPHS}\n</defs>\n</svg>\n`],
    ['svgfont', `<svg>${GLYPHS}</svg>`],
    // Drawings that hold the fonts of their texts.
    ['svg', `<svg><defs>${GLYPHS}</defs><text>a</text></svg>`],
    ['svg', `<svg><path d="M0 0"/><defs>${GLYPHS}</defs></svg>`],
    ['svg', '<svg><font-face/></svg>'],
  ])('finds %s', async (format, bytes) => {
    expect(await detect(bytes)).toBe(format);
  });
});

describe('detection of fonts', () => {
  it.each([
    ['ttf', aSfnt(parts)],
    ['ttf', aSfnt(parts, 'true')],
    ['otf', aSfnt(parts, 'OTTO')],
    ['woff', aWoff(parts)],
    ['woff2', aWoff2(parts)],
    ['eot', anEot],
    ['ttc', Buffer.from('ttcf\0\x02\0\0\0\0\0\x02\0\0\0\x14')],
    ['ttc', Buffer.concat([Buffer.from('wOF2ttcf'), Buffer.alloc(40)])],
  ])('identifies %s by its content', async (format, bytes) => {
    expect(await detect(bytes)).toBe(format);
  });

  it('identifies a suitcase by the fonts in it: icons have the same first bytes', async () => {
    const fork = Buffer.alloc(256 + 4 + 28 + 2 + 8);
    for (const [at, value] of [256, 260, 4, 38].entries()) fork.writeUInt32BE(value, 4 * at);
    fork.writeUInt16BE(28, 260 + 24);
    fork.write('sfnt', 260 + 30);
    expect(await detect(fork)).toBe('dfont');
    expect(await detect(fork.fill('icon', 260 + 30, 260 + 34))).not.toBe('dfont');
  });

  it.each([
    ['a text that begins with "true"', 'true stories of a mill\n'],
    ['a text that begins with "OTTO"', 'OTTO was a miller here\n'],
    ['a text that begins with "wOFF"', 'wOFF and on, all night\n'],
    ['a TTX source', '<?xml version="1.0"?>\n<ttFont sfntVersion="OTTO"><GlyphOrder/></ttFont>'],
    ['a FontForge source', 'SplineFontDB: 3.0\nFontName: Mill\nPickledData: "x"\n'],
    ['a feature file', 'feature liga { sub f i by f_i; } liga;\n'],
    ['a BDF source', 'STARTFONT 2.1\nFONT mill\n'],
  ])('identifies no font in %s', async (_, text) => {
    expect(['ttf', 'otf', 'woff', 'woff2']).not.toContain(await detect(text));
  });

  it('recognises PostScript fonts by name', async () => {
    expect(await detect('%!PS-AdobeFont-1.0: Mill\n')).toBe('pfa');
    expect(await detect(Buffer.from('\x80\x01\xff\x01\0\0%!PS-AdobeFont-1.0: Mill\n', 'latin1'))).toBe('pfb');
    expect(await detect('%!PS\n(x) show\n')).toBe('ps');
  });
});

describe('the header of a font', () => {
  const glyphs = { glyphs: 3 };
  it('returns the number of glyphs, unless all tables are compressed together', async () => {
    expect(await inspect(aSfnt(parts), 'ttf')).toEqual(glyphs);
    expect(await inspect(aWoff(parts), 'woff')).toEqual(glyphs);
    expect(await inspect(aWoff2(parts), 'woff2')).toEqual({});
  });

  const sfnt = aSfnt(parts);
  const woff = aWoff(parts);
  const woff2 = aWoff2(parts);
  const maxp = Buffer.from('00010000ffff', 'hex');
  it.each([
    ['cut short', sfnt.subarray(0, -8), 'ttf'],
    ['cut within its directory', sfnt.subarray(0, 40), 'ttf'],
    ['without tables', Buffer.from(sfnt).fill(0, 4, 6), 'ttf'],
    ['with 65,535 tables', patched(sfnt, 4, 0xffff_0000), 'ttf'],
    ['with a table outside of it', patched(sfnt, 12 + 8, 0x7fff_ffff), 'ttf'],
    ['with a table that is longer than it', patched(sfnt, 12 + 12, 0xffff_ffff), 'ttf'],
    ['with two tables in one place', patched(sfnt, 12 + 8, sfnt.readUInt32BE(28 + 8)), 'ttf'],
    ['with a table in its directory', patched(sfnt, 12 + 8, 4), 'ttf'],
    ['with a table twice', aSfnt([...parts, parts[0] as Part]), 'ttf'],
    ['without maxp', aSfnt(parts.filter(({ tag }) => tag !== 'maxp')), 'ttf'],
    ['without a head', aSfnt(withTable('head', Buffer.alloc(54))), 'ttf'],
    ['with more glyphs than places', aSfnt(withTable('maxp', maxp)), 'ttf'],
    ['without glyphs', aSfnt(withTable('maxp', Buffer.from('000100000000', 'hex'))), 'ttf'],
    ['WOFF longer than it says', Buffer.concat([woff, Buffer.alloc(4)]), 'woff'],
    ['WOFF cut short', woff.subarray(0, -4), 'woff'],
    ['WOFF whose sizes do not add up', patched(woff, 16, 12), 'woff'],
    ['WOFF with a table that does not unpack', patched(woff, 44 + 4, woff.readUInt32BE(64 + 4)), 'woff'],
    ['WOFF with metadata in a table', patched(patched(woff, 24, 200), 28, 8), 'woff'],
    ['WOFF whose maxp unpacks to more', aWoff(parts, { maxp: deflateSync(Buffer.alloc(1e6)) }), 'woff'],
    ['WOFF2 cut short', woff2.subarray(0, -1), 'woff2'],
    ['WOFF2 whose stream leaves it', patched(woff2, 20, 0x7fff_ffff), 'woff2'],
    ['WOFF2 without a stream', patched(woff2, 20, 0), 'woff2'],
    [
      'WOFF2 with a length that is none',
      aWoff2(parts, { lengthBytes: Buffer.from('ffffffffff', 'hex') }),
      'woff2',
    ],
  ])('refuses a font %s as damaged', async (_, bytes, format) => {
    expect(await codeOf(bytes, format)).toBe('FILE_CORRUPT');
  });

  it.each([
    ['WOFF', aWoff(parts, { declaredBytes: 0x7000_0000 }), 'woff'],
    ['WOFF2', aWoff2(parts, { declaredBytes: 0x0700_0000 }), 'woff2'],
    ['WOFF2 in its header alone', patched(woff2, 16, 0x7000_0000), 'woff2'],
    ['the metadata of WOFF2', patched(woff2, 36, 0xf000_0000), 'woff2'],
  ])('refuses a compression bomb in %s before it is unpacked', async (_, bytes, format) => {
    expect(await codeOf(bytes, format)).toBe('FILE_TOO_LARGE');
  });
});
