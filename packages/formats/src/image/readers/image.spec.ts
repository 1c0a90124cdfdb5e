import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../bytes/byte-reader.js';
import { detectFormat, readFacts, resolveFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const detect = (file: Buffer) => detectFormat(new BufferByteReader(file));
const inspect = (file: Buffer, format: string) => readFacts(new BufferByteReader(file), format);

/** The detected format, if it is a picture or known content of pictures. */
async function pictureIn(file: Buffer): Promise<string | undefined> {
  const seen = await detect(file);
  const category = seen === undefined ? undefined : registry.format(seen)?.category;
  return category === undefined || category === 'image' ? seen : undefined;
}

/** Counts the reads of a file of rising bytes. */
class CountingReader extends BufferByteReader {
  reads = 0;
  bytes = 0;

  override async read(offset: number, length: number): Promise<Buffer> {
    const read = await super.read(offset, length);
    this.reads++;
    this.bytes += read.length;
    return read;
  }
}
const ftyp = (...brands: string[]): Buffer => {
  const [major = '', ...compatible] = brands;
  const box = bytes(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`);
  box.writeUInt32BE(box.length, 0);
  return box;
};

/** EXIF with one tag, the orientation, in either byte order. */
function exif(orientation: number, little: boolean): Buffer {
  const block = Buffer.alloc(26);
  block.write(little ? 'II' : 'MM', 'latin1');
  const u16 = (value: number, at: number) =>
    little ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    little ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at);
  u16(42, 2);
  u32(8, 4);
  u16(1, 8);
  u16(0x0112, 10);
  u16(3, 12);
  u32(1, 14);
  u16(orientation, 18);
  return block;
}

function jpeg(orientation: number, little: boolean, tail = '\xff\xd9'): Buffer {
  const app1 = Buffer.concat([bytes('Exif\0\0'), exif(orientation, little)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(app1.length + 2);
  // A frame of 30 × 20 pixels, one component.
  const frame = bytes('\xff\xc0\0\x0b\x08\0\x14\0\x1e\x01\x01\x11\0');
  return Buffer.concat([bytes('\xff\xd8\xff\xe1'), length, app1, frame, bytes(`\xff\xda\0\x02data${tail}`)]);
}

/** A bitmap header of `headerBytes`, without rows. */
function bitmap(widthPx: number, heightPx: number, bits: number, headerBytes = 40): Buffer {
  const file = Buffer.alloc(14 + Math.max(headerBytes, 20));
  file.write('BM', 'latin1');
  file.writeUInt32LE(14 + headerBytes, 10);
  file.writeUInt32LE(headerBytes, 14);
  if (headerBytes === 12) {
    file.writeUInt16LE(widthPx, 18);
    file.writeUInt16LE(heightPx, 20);
    file.writeUInt16LE(bits, 24);
  } else {
    file.writeInt32LE(widthPx, 18);
    file.writeInt32LE(heightPx, 22);
    file.writeUInt16LE(bits, 28);
  }
  return file;
}

/** An icon with an entry for each picture, given as bytes. */
function icon(...pictures: readonly Buffer[]): Buffer {
  const directory = Buffer.alloc(6 + pictures.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [i, picture] of pictures.entries()) {
    directory.writeUInt32LE(picture.length, 14 + i * 16);
    directory.writeUInt32LE(offset, 18 + i * 16);
    offset += picture.length;
  }
  return Buffer.concat([directory, ...pictures]);
}

/** Little-endian directories with a size only; `next` is the offset of the directory after each. */
function tiff(count: number, next: (directory: number) => number): Buffer {
  const [entries, bytes] = [2, 2 + 2 * 12 + 4];
  const file = Buffer.alloc(8 + count * bytes);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  for (let i = 0; i < count; i++) {
    const at = 8 + i * bytes;
    file.writeUInt16LE(entries, at);
    for (const [k, tag] of [256, 257].entries()) {
      file.writeUInt16LE(tag, at + 2 + k * 12);
      file.writeUInt16LE(3, at + 4 + k * 12);
      file.writeUInt32LE(1, at + 6 + k * 12);
      file.writeUInt16LE(40 + k, at + 10 + k * 12);
    }
    const following = next(i);
    file.writeUInt32LE(following < 0 ? 0 : 8 + following * bytes, at + bytes - 4);
  }
  return file;
}

const png = (...chunks: readonly Buffer[]): Buffer => {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(30, 8);
  header.writeUInt32BE(20, 12);
  return Buffer.concat([bytes('\x89PNG\r\n\x1a\n'), header, ...chunks]);
};
const chunk = (type: string, data = ''): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, bytes(`${type}${data}\0\0\0\0`)]);
};
const IEND = [chunk('IDAT', 'x'), chunk('IEND')];

const gif = (...blocks: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes('GIF89a\x1e\0\x14\0\0\0\0'), ...blocks, bytes(';')]);
const gifFrame = (data: Buffer): Buffer =>
  Buffer.concat([bytes(',\0\0\0\0\x1e\0\x14\0\0\x02'), data, bytes('\0')]);

const SAMPLES: readonly (readonly [string, Buffer])[] = [
  ['jpg', jpeg(1, true)],
  ['png', png(...IEND)],
  ['webp', bytes('RIFF\x04\0\0\0WEBPVP8 ')],
  ['avif', ftyp('avif', 'mif1')],
  ['heic', ftyp('heic', 'mif1')],
  ['gif', gif()],
  ['tiff', tiff(1, () => -1)],
  ['tiff', bytes('MM\0+\0\x08\0\0')],
  ['bmp', bitmap(30, 20, 8)],
  ['ico', icon(bitmap(1, 1, 8).subarray(14))],
  ['svg', bytes('<svg/>')],
  ['qoi', bytes('qoif\0\0\0\x1e')],
  ['sgi', bytes('\x01\xda\x01\x01\0\x03')],
  ['ras', bytes('\x59\xa6\x6a\x95\0\0\0\x1e')],
  ['xwd', bytes('\0\0\0\x65\0\0\0\x07\0\0\0\x02')],
  ['pcx', bytes(`\x0a\x05\x01\x08${'\0'.repeat(124)}`)],
  ['ppm', bytes('P6\n# by hand\n30 20\n255\n')],
  ['ppm', bytes('P3 30 20 255 1 2 3')],
  ['pgm', bytes('P5 30 20 255\n')],
  ['pbm', bytes('P4\n30 20\n')],
  ['pam', bytes('P7\nWIDTH 30\n')],
  ['xbm', bytes('#define a_width 30\n#define a_height 20\nstatic char a_bits[] = {')],
  ['xpm', bytes('/* XPM */\nstatic char')],
  ['dpx', bytes('SDPX\0\0')],
  ['jp2', bytes('\0\0\0\x0cjP  \r\n\x87\n')],
  ['jp2', bytes('\xff\x4f\xff\x51')],
  ['cr2', bytes('II*\0\x10\0\0\0CR\x02\0')],
  ['raw', bytes('II\x1a\0\0\0HEAPCCDR\x02\0')],
  ['psd', bytes('8BPS\0\x01')],
  ['icns', bytes('icns\0\0\0\x08')],
  ['cur', bytes('\0\0\x02\0\x01\0\x10\x10\0\0\x07\0\x09\0\x04\0\0\0\x16\0\0\0data')],
  ['psb', bytes('8BPS\0\x02')],
  ['jxl', bytes('\xff\x0a')],
  ['jxl', bytes('\0\0\0\x0cJXL \r\n\x87\n')],
  ['exr', bytes('v/1\x01')],
  ['hdr', bytes('#?RADIANCE\n')],
  ['fits', bytes('SIMPLE  =                    T')],
  ['dds', bytes('DDS \x7c\0\0\0')],
  ['pfm', bytes('PF\n3 2\n-1.0\n')],
  ['djvu', bytes('AT&TFORM\0\0\0\x04DJVM')],
  ['dng', bytes('II*\0\x08\0\0\0\x01\0\x12\xc6\x01\0\x04\0\0\0\x01\x04\0\0')],
  ['pfa', bytes('%!PS-AdobeFont-1.0')],
  ['ps', bytes('%!PS-Adobe-3.0')],
  ['ps', bytes('\x04%!PS-Adobe-2.0')],
  ['eps', bytes('%!PS-Adobe-3.0 EPSF-3.0')],
  ['eps', bytes('\xc5\xd0\xd3\xc6\x20\0\0\0')],
  ['mvg', bytes('viewbox 0 0 640 480')],
  ['msl', bytes('<image><read filename="x"/></image>')],
];

describe('detect', () => {
  it.each([
    [['avif', 'mif1', 'miaf'], 'avif'],
    [['mif1', 'avif'], 'avif'],
    [['heic', 'mif1'], 'heic'],
    [['mif1', 'heic'], 'heic'],
    [['msf1', 'hevc'], 'heic'],
    [['mp42', 'isom'], undefined],
    [['isom', 'avif'], undefined],
    [['qt  '], undefined],
  ])('identifies the brands %j as %s', async (brands, format) => {
    expect(await pictureIn(ftyp(...brands))).toBe(format);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg [<!ENTITY a ">">]><svg:svg>', 'svg'],
    ['<html><svg></svg></html>', undefined],
    ['<?xml version="1.0"?><svgfoo>', undefined],
    ['svg', undefined],
    ['BMW is a car, and this is a text of some length', undefined],
    ['P6 is a road in Poland', undefined],
    ['P5 30 apples', undefined],
    ['#define a_width 30\nint main() { return 0; }', undefined],
    ['push graphic-context', 'mvg'],
    ['%!PS', 'ps'],
    ['', undefined],
  ])('identifies %j as %s', async (text, format) => {
    expect(await pictureIn(bytes(text))).toBe(format);
  });

  it.each(SAMPLES)('identifies %s under every file name', async (format, file) => {
    expect(await detect(file)).toBe(format);
    const isFormat = registry.format(format) !== undefined;
    for (const { id, sharesBytesWith = [] } of registry.formats) {
      if (sharesBytesWith.includes(format)) continue;
      expect(`${id} ${resolveFormat(format, id)}`).toBe(`${id} ${format}`);
    }
    if (!isFormat) expect(registry.knownContent(format)?.treatedAs).toBeUndefined();
  });

  it.each([
    ['fill bytes', '\xff\xd8\xff\xff\xff\xff\xe0\0\x04ab'],
    ['garbage', '\xff\xd8garbage\xff\xe0\0\x04ab'],
  ])('identifies a JPEG with %s before its first segment', async (_, text) => {
    expect(await detect(bytes(text))).toBe('jpg');
  });

  it.each([12, 16, 40, 56, 64, 108, 124])('identifies a BMP with a header of %i bytes', async (size) => {
    expect(await detect(bitmap(30, 20, 8, size))).toBe('bmp');
  });

  it('identifies an ICO whose first entry is outside the file', async () => {
    const file = icon(bitmap(1, 1, 8).subarray(14), bitmap(2, 2, 8).subarray(14));
    file.writeUInt32LE(0xffff_ffff, 18);
    expect(await detect(file)).toBe('ico');
  });

  it('identifies SVG in UTF-16', async () => {
    expect(await detect(Buffer.from('\ufeff<svg width="1"></svg>', 'utf16le'))).toBe('svg');
  });
});

describe('inspect', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'swaps the sides of a JPEG if orientation %i requires it',
    async (orientation) => {
      for (const little of [true, false]) {
        const isSideways = orientation >= 5;
        expect(await inspect(jpeg(orientation, little), 'jpg')).toEqual({
          widthPx: isSideways ? 20 : 30,
          heightPx: isSideways ? 30 : 20,
          orientation,
          hasAlpha: false,
        });
      }
    },
  );

  it('finds the end of a JPEG before the video that a phone appends', async () => {
    const video = `\xff\xd9${'\0'.repeat(200_000)}`;
    expect((await inspect(jpeg(1, true, video), 'jpg')).widthPx).toBe(30);
  });

  it('reports a JPEG without its end marker as damaged, with its size', async () => {
    expect(await inspect(jpeg(1, true, ''), 'jpg')).toMatchObject({
      widthPx: 30,
      damage: 'it ends too early',
    });
  });

  it.each([
    ['fill bytes', '\xff'],
    ['garbage', 'garbage'],
    ['stuffed zeros', '\xff\0'],
  ])('finds the size of a JPEG after %s', async (_, between) => {
    const file = jpeg(6, false);
    const padded = Buffer.concat([file.subarray(0, 2), bytes(between.repeat(5_000)), file.subarray(2)]);
    expect(await inspect(padded, 'jpg')).toEqual({
      widthPx: 20,
      heightPx: 30,
      orientation: 6,
      hasAlpha: false,
    });
  });

  it('stops looking for a marker in 50 MB of fill bytes after 1 MiB', async () => {
    const reader = new CountingReader(Buffer.concat([bytes('\xff\xd8'), Buffer.alloc(50_000_000, 0xff)]));
    expect(await readFacts(reader, 'jpg')).toEqual({ damage: 'it has no frame header' });
    expect(reader.bytes).toBeLessThan(2_000_000);
  });

  it('reads the file once when GIF sub-blocks have one byte', async () => {
    const blocks = '\x01a'.repeat(2_000_000);
    const reader = new CountingReader(gif(gifFrame(bytes(blocks)), gifFrame(bytes('\x01a'))));
    expect(await readFacts(reader, 'gif')).toEqual({ widthPx: 30, heightPx: 20, frames: 2 });
    expect(reader.reads).toBeLessThan(Math.ceil(reader.sizeBytes / 262_144) + 8);
  });

  it('stops counting GIF frames above every plan’s limit', async () => {
    const frames = Array.from({ length: 3_000 }, () => gifFrame(bytes('\x01a')));
    expect((await inspect(gif(...frames), 'gif')).frames).toBe(1_001);
  });

  it('counts the frames of a truncated GIF', async () => {
    const file = gif(gifFrame(bytes('\x01a')), gifFrame(bytes('\x05abcde')));
    expect(await inspect(file.subarray(0, file.length - 4), 'gif')).toEqual({
      ...{ widthPx: 30, heightPx: 20, frames: 2 },
      damage: 'it ends too early',
    });
  });

  it.each([
    ['a loop of one', 1, () => 0, 1],
    ['a loop of three', 3, (i: number) => (i + 1) % 3, 3],
    ['a link back to the middle', 4, (i: number) => (i === 3 ? 1 : i + 1), 4],
  ])('reads the first page of TIFF directories in %s', async (_, count, next, frames) => {
    expect(await inspect(tiff(count, next), 'tiff')).toEqual({
      ...{ widthPx: 40, heightPx: 41, hasAlpha: false, frames },
      damage: 'its directories form a circle',
    });
  });

  it('reads a limited part of a TIFF whose directories overlap', async () => {
    // Each directory of 4,000 entries begins four bytes after the one before it.
    const file = Buffer.alloc(60_000);
    file.write('II*\0', 'latin1');
    file.writeUInt32LE(8, 4);
    for (let at = 8; at + 2 < file.length; at += 4) file.writeUInt16LE(4_000, at);
    const reader = new CountingReader(file);
    await readFacts(reader, 'tiff');
    expect(reader.bytes).toBeLessThan(17 * 1_048_576);
  });

  it('counts the frames of an animated PNG, not the declared number', async () => {
    const control = chunk('acTL', '\xff\xff\xff\xff\0\0\0\0');
    expect((await inspect(png(control, ...IEND), 'png')).frames).toBe(1);
    const frame = chunk('fcTL', '\0'.repeat(26));
    expect((await inspect(png(control, frame, frame, ...IEND), 'png')).frames).toBe(2);
  });

  it('reads the size of a truncated PNG, WebP and bitmap', async () => {
    const short = { damage: 'it ends too early' };
    expect(await inspect(png(chunk('IDAT', 'x'.repeat(99))).subarray(0, 60), 'png')).toMatchObject(short);
    const lossless = bytes('RIFF\xff\0\0\0WEBPVP8L\xf0\0\0\0\x2f\x1d\xc0\x04\0');
    expect(await inspect(lossless, 'webp')).toMatchObject({ ...short, widthPx: 30, heightPx: 20 });
    expect(await inspect(bitmap(30, 20, 8), 'bmp')).toEqual({ ...short, widthPx: 30, heightPx: 20 });
  });

  it('reads the size of an icon with one damaged entry', async () => {
    const good = Buffer.alloc(80);
    good.writeUInt32LE(40, 0);
    good.writeInt32LE(16, 4);
    good.writeInt32LE(32, 8);
    const file = icon(Buffer.alloc(64, 0xee), good);
    expect(await inspect(file, 'ico')).toEqual({
      ...{ widthPx: 16, heightPx: 16, hasAlpha: true },
      damage: 'a picture of the icon is broken',
    });
  });

  it.each([
    ['width="40" height="20"', 40, 20],
    ['width="1in" height="2.54cm"', 96, 96],
    ['width="40" viewBox="0 0 20 10"', 40, 20],
    ['viewBox="0 0 20 10"', 1024, 512],
    ['width="100%" height="100%" viewBox="0,0,10,20"', 512, 1024],
    ['', 1024, 512],
  ])('measures an SVG of %s', async (attributes, widthPx, heightPx) => {
    expect(await inspect(bytes(`<svg ${attributes}></svg>`), 'svg')).toEqual({
      widthPx,
      heightPx,
      hasAlpha: true,
    });
  });

  it.each(['jpg', 'png', 'webp', 'avif', 'heic', 'gif', 'tiff', 'bmp', 'ico', 'svg'])(
    'throws no unexpected error for random bytes as %s',
    async (format) => {
      let seed = 1;
      const random = (): number => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed & 0xff;
      };
      for (let round = 0; round < 200; round++) {
        const file = Buffer.from(Array.from({ length: round }, random));
        // Damage is reported in `damage`, not thrown.
        expect(await inspect(file, format)).toBeInstanceOf(Object);
      }
    },
  );
});
