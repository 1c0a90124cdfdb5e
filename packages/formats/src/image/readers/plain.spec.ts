import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../bytes/byte-reader.js';
import { readFacts } from '../../catalogue/detect.js';

const factsOf = (format: string, header: string | Buffer) =>
  readFacts(new BufferByteReader(Buffer.from(header as string, 'latin1')), format);

const CARDS = ['SIMPLE  =                    T', 'NAXIS   = 2', 'NAXIS1  = 30', 'NAXIS2  = 20 / rows'];
/** The attribute of an OpenEXR file that holds 30 × 20 pixels, from -1 on. */
const WINDOW = `dataWindow\0box2i\0\x10\0\0\0${'\xff'.repeat(8)}\x1c\0\0\0\x12\0\0\0`;

describe('the size in the header', () => {
  it.each([
    ['ppm', 'P6\n# 1 2\n30 20\n255\n'],
    ['pgm', 'P2 30\t20 255'],
    ['qoi', 'qoif\0\0\0\x1e\0\0\0\x14\0\0\0\0\0\0\0\x01'],
    ['ras', `\x59\xa6\x6a\x95\0\0\0\x1e\0\0\0\x14${'\0'.repeat(20)}`],
    ['sgi', '\x01\xda\0\x01\0\x03\0\x1e\0\x14\0\x03'],
    ['xwd', `\0\0\0\x65\0\0\0\x07\0\0\0\x02\0\0\0\x18\0\0\0\x1e\0\0\0\x14`],
    ['pfm', 'PF\n30 20\n-1.0\n'],
    ['psd', `8BPS\0\x01${'\0'.repeat(8)}\0\0\0\x14\0\0\0\x1e`],
    ['dds', `DDS \x7c\0\0\0\0\0\0\0\x14\0\0\0\x1e\0\0\0`],
    ['hdr', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 20 +X 30\n'],
    ['djvu', 'AT&TFORM\0\0\0\0DJVUINFO\0\0\0\x0a\0\x1e\0\x14'],
    ['fits', [...CARDS, 'END'].map((card) => card.padEnd(80)).join('')],
    ['exr', `v/1\x01\x02\0\0\0a\0int\0\x01\0\0\0\0${WINDOW}`],
    // The width by the ratio 3 : 2, and by itself.
    ['jxl', '\xff\x0a\x98\xc0\0\0'],
    ['jxl', '\xff\x0a\x98\x00\x3a\x04\0\0'],
    ['xcf', 'gimp xcf v011\0\0\0\0\x1e\0\0\0\x14'],
    ['wbmp', `\0\0\x1e\x14${'\0'.repeat(80)}`],
    ['wbmp', `\0\0\x80\x1e\x80\x80\x14${'\0'.repeat(80)}`],
    ['tga', `\0\0\x02${'\0'.repeat(9)}\x1e\0\x14\0\x18\0`],
  ])('of %s is read', async (format, header) => {
    expect(await factsOf(format, header)).toEqual({ widthPx: 30, heightPx: 20 });
  });

  it.each(['sgi', 'tga', 'xwd', 'pfm', 'psd', 'dds', 'hdr', 'djvu', 'fits', 'exr', 'jxl', 'xcf'])(
    'of a cut %s is left to the engine',
    async (format) => {
      expect(await factsOf(format, 'qo')).toEqual({});
    },
  );
});

it.each(['qoi', 'ras'])('finds that a %s ends too early', async (format) => {
  expect(await factsOf(format, 'qoif')).toEqual({ damage: 'it ends too early' });
});

it('finds that a JPEG XL is an animation', async () => {
  const animation = '\xff\x0a\x13\x05\x01\x58\x50\x5c\x12\x08';
  expect(await factsOf('jxl', animation)).toMatchObject({ widthPx: 120, heightPx: 80, frames: 2 });
});

it.each([
  ['one byte', '\0'],
  ['another type', '\x01\0\x1e\x14'],
  ['no pixels', '\0\0\0\x14'],
  ['a number without end', '\0\0\xff\xff\xff\xff\xff\xff\x01'],
  ['rows that are missing', '\0\0\x1e\x14\0\0'],
])('finds that a WBMP is damaged: %s', async (_, header) => {
  expect((await factsOf('wbmp', header)).damage).toMatch(/^its? /);
});
