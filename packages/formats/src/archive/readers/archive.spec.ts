import { gzipSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader, type ByteReader } from '../../bytes/byte-reader.js';
import { zipOf } from '../../bytes/testing.js';
import { detectFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';
import type { Facts } from '../../define/facts.js';

/** The header of an empty file in a tar, and its end. */
function tarOf(name: string): Buffer {
  const block = Buffer.alloc(1_536);
  block.write(name);
  block.write('        0', 148);
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0`,
    148,
  );
  return block;
}
/** The facts; FILE_CORRUPT becomes their `damage`, every other error is thrown. */
async function limitsOf(reader: ByteReader, format: string): Promise<Facts> {
  const limits = registry.format(format)?.limits;
  if (!limits) throw new Error(`${format} has no reader`);
  return limits(reader);
}
const detect = (bytes: Buffer) => detectFormat(new BufferByteReader(bytes));
const codeOf = (bytes: Buffer, format: string): Promise<string> =>
  limitsOf(new BufferByteReader(bytes), format).then(
    () => 'accepted',
    (error: unknown) => AppError.from(error).code,
  );
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Zeros, and texts at their places. */
function placed(texts: Readonly<Record<number, string>>): Buffer {
  const bytes = Buffer.alloc(40_000);
  for (const [offset, text] of Object.entries(texts)) bytes.write(text, Number(offset), 'latin1');
  return bytes;
}

describe('detection of archives', () => {
  it.each([
    ['tar', tarOf('a')],
    ['tar', tarOf('GIF89a is how this name begins')],
    ['tar.gz', gzipSync(tarOf('a'))],
    ['gz', gzipSync('no tar')],
    ['gz', gzipSync(Buffer.alloc(3_000_000))],
    // Not visible in the first block; the engine reports it.
    ['tar.gz', gzipSync(tarOf('a')).subarray(0, 20)],
    ['tar.bz2', hex('425a6839 314159265359 00')],
    ['tar.xz', hex('fd377a585a00 0004')],
    ['tar.zst', hex('28b52ffd 0458')],
    ['tar.lz4', hex('04224d18 6440a7')],
    ['tar.lzma', hex('5d 00008000 ffffffffffffffff 0017')],
    ['tar.lzma', hex('5d 0000c000 0028000000000000 0017')],
    ['tar.lz', hex('4c5a4950 01 0c')],
    ['tar.lzo', hex('894c5a4f000d0a1a0a 1040')],
    ['tar.z', hex('1f9d 90 5ce8')],
    ['cpio', Buffer.from(`070701${'0'.repeat(88)}00000002${'0'.repeat(8)}a\0`)],
    ['cpio', Buffer.from(`070707${'0'.repeat(53)}000002${'0'.repeat(11)}a\0`)],
    // A line break in the first name could begin another format.
    ['txt', Buffer.from(`070701${'0'.repeat(88)}00000003${'0'.repeat(8)}\nab`)],
    ['iso', Buffer.concat([Buffer.alloc(32_769), Buffer.from('CD001\x01')])],
    ['squashfs', Buffer.concat([Buffer.from('hsqs'), Buffer.alloc(24), hex('04000000')])],
    ['wim', Buffer.from('MSWIM\0\0\0')],
    ['xar', hex('78617221 001c')],
    ['rpm', hex('edabeedb 0300')],
    ['deb', Buffer.from('!<arch>\ndebian-binary   ')],
    ['cab', Buffer.from('MSCF\0\0\0\0')],
    ['lzh', Buffer.concat([hex('2000'), Buffer.from('-lh5-'), Buffer.alloc(14, 2)])],
    ['ar', Buffer.from('!<arch>\na.o/            0')],
    ['arj', hex('60ea 2000 1e0b01001000020c000000000000000000000000000000000000000000000000 2fc7dc2f')],
    ['chm', hex('49545346 03000000 60000000')],
    ['cramfs', Buffer.concat([hex('453dcd28'), Buffer.alloc(12), Buffer.from('Compressed ROMFS')])],
    ['ext', placed({ 1024: '\x10', 1080: '\x53\xef' })],
    ['fat', placed({ 11: '\0\x02\x04', 16: '\x02', 21: '\xf8', 54: 'FAT16', 510: '\x55\xaa' })],
    ['fat', placed({ 11: '\0\x02\x01', 16: '\x02', 21: '\xf0', 82: 'FAT32', 510: '\x55\xaa' })],
    ['ntfs', placed({ 3: 'NTFS    ', 510: '\x55\xaa' })],
    ['udf', placed({ 32769: 'BEA01\x01' })],
    ['qcow2', hex('514649fb 00000003')],
    ['vdi', placed({ 0: '<<< Oracle VM VirtualBox Disk Image >>>\n', 64: '\x7f\x10\xda\xbe' })],
    ['vhd', placed({ 0: 'conectix' })],
    ['vhdx', Buffer.from('vhdxfile')],
    ['vmdk', hex('4b444d56 01000000')],
    [
      'msi',
      placed({
        0: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
        30: '\x09',
        592: '\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0\x46',
      }),
    ],
    ['dmg', placed({ 0: 'x\x9c', 39488: 'koly\0\0\0\x04\0\0\x02\0' })],
    // Packed blocks begin like a packed file.
    ['dmg', placed({ 0: 'BZh91AY&SY', 39488: 'koly\0\0\0\x04\0\0\x02\0' })],
    ['dmg', placed({ 0: '\xfd7zXZ\0', 39488: 'koly\0\0\0\x04\0\0\x02\0' })],
    ['tar.bz2', placed({ 0: 'BZh91AY&SY', 39488: 'koly\0\0\0\x03\0\0\x02\0' })],
    ['crx', Buffer.concat([Buffer.from('Cr24\x03\0\0\0'), zipOf([{ name: 'manifest.json', data: '{}' }])])],
    ['7z', hex('377abcaf271c 0004')],
    ['rar', hex('526172211a0700')],
    ['rar', hex('526172211a070100')],
    ['zip', zipOf([{ name: 'META-INF/MANIFEST.MF', data: 'a' }])],
    // A zip of a document's files: the part that would identify the document cannot be read.
    ['zip', zipOf([{ name: 'mimetype', data: 'application/epub+zip', flags: 1 }])],
    ['zip', zipOf([{ name: '[Content_Types].xml', data: 'a', method: 14 }])],
    ['zip', zipOf(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, data: '' })))],
    ['txt', Buffer.from('BZh9 is no more than letters\n')],
    ['txt', Buffer.from('conectix, KDMV and vhdx are words\n')],
  ])('returns %s', async (format, bytes) => {
    expect(await detect(bytes)).toBe(format);
  });

  it('identifies a tar.gz by its first block only', async () => {
    const bomb = gzipSync(Buffer.concat([tarOf('a'), Buffer.alloc(10_000_000)]));
    expect(await detect(bomb)).toBe('tar.gz');
  });

  it.each([
    ['an odd dictionary', '5d 00008100 ffffffffffffffff 00'],
    ['an impossible size', '5d 00008000 ffffffffffffff00 00'],
    ['codes of 32 bits', '1f9d 9f'],
    ['an unused bit', '1f9d d0'],
  ])('takes a file with %s for nothing', async (_, bytes) => {
    expect(await detect(hex(bytes))).toBeUndefined();
  });

  it('refuses a tar header with a wrong checksum', async () => {
    const tar = tarOf('a');
    tar.write('b');
    expect(await detect(tar)).toBeUndefined();
  });
});

describe('the facts of archives', () => {
  it('accepts file names in any encoding when both headers have the same bytes', async () => {
    const name = Buffer.from('8365835c 2e747874', 'hex').toString('latin1');
    expect(await codeOf(zipOf([{ name, data: 'a' }]), 'zip')).toBe('accepted');
    expect(await codeOf(zipOf([{ name: 'a', localName: 'b', data: 'a' }]), 'zip')).toBe('FILE_CORRUPT');
  });

  it.each([
    ['7z', hex('377abcaf271c 0004 00000000')],
    ['7z', Buffer.alloc(64, '7z')],
    ['rar', hex('526172211a0700 0000 73 0000 0000')],
    ['rar', hex('526172211a070100 00000000 ffffffffff')],
    // A file header whose extra area is longer than the header, and a number without an end.
    ['rar', Buffer.concat([hex('526172211a070100 00000000 04 02 01 8827'), Buffer.alloc(100)])],
    ['rar', Buffer.concat([hex('526172211a070100 00000000'), Buffer.alloc(400, 0x80), Buffer.alloc(8)])],
    ['tar', Buffer.alloc(1_024)],
  ])('reports damage of a broken %s', async (format, bytes) => {
    expect(await codeOf(bytes, format)).toBe('FILE_CORRUPT');
  });

  it('refuses an encrypted zip with FILE_ENCRYPTED, whatever it holds', async () => {
    for (const name of ['mimetype', '[Content_Types].xml', 'a']) {
      expect(await codeOf(zipOf([{ name, data: 'a', flags: 1 }]), 'zip')).toBe('FILE_ENCRYPTED');
    }
  });

  it.each([
    ['accepted', 12],
    ['accepted', 98],
    ['UNSUPPORTED_FORMAT', 9],
    ['UNSUPPORTED_FORMAT', 93],
  ])('judges the compression of a zip: %s for method %d', async (code, method) => {
    expect(await codeOf(zipOf([{ name: 'a', data: 'a', method }]), 'zip')).toBe(code);
  });

  it('reports encryption rather than damage', async () => {
    expect(await codeOf(hex('526172211a0700 cf90 73 0100 0d00 000000000000'), 'rar')).toBe('FILE_CORRUPT');
  });
});
