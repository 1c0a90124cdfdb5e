import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../bytes/byte-reader.js';
import { readFacts } from '../../catalogue/detect.js';

const factsOf = (format: string, header: string | Buffer) =>
  readFacts(new BufferByteReader(Buffer.from(header as string, 'latin1')), format);

describe('the size in the header', () => {
  it.each([
    ['ppm', 'P6\n# 1 2\n30 20\n255\n'],
    ['pgm', 'P2 30\t20 255'],
    ['qoi', 'qoif\0\0\0\x1e\0\0\0\x14'],
    ['ras', '\x59\xa6\x6a\x95\0\0\0\x1e\0\0\0\x14'],
    ['sgi', '\x01\xda\0\x01\0\x03\0\x1e\0\x14\0\x03'],
    ['xwd', `\0\0\0\x65\0\0\0\x07\0\0\0\x02\0\0\0\x18\0\0\0\x1e\0\0\0\x14`],
    ['tga', `\0\0\x02${'\0'.repeat(9)}\x1e\0\x14\0\x18\0`],
  ])('of %s is read', async (format, header) => {
    expect(await factsOf(format, header)).toEqual({ widthPx: 30, heightPx: 20 });
  });

  it.each(['qoi', 'ras', 'sgi', 'tga', 'xwd'])('of a cut %s is left to the engine', async (format) => {
    expect(await factsOf(format, 'qo')).toEqual({});
  });
});
