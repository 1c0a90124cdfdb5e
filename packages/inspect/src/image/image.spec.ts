import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../byte-reader.js';
import { imageInspector } from './index.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const detect = (file: Buffer) => imageInspector.detect(new BufferByteReader(file));
const inspect = (file: Buffer, format: string) => imageInspector.inspect(new BufferByteReader(file), format);
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
  ])('tells the brands %j as %s', async (brands, format) => {
    expect(await detect(ftyp(...brands))).toBe(format);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg [<!ENTITY a ">">]><svg:svg>', 'svg'],
    ['<html><svg></svg></html>', undefined],
    ['<?xml version="1.0"?><svgfoo>', undefined],
    ['svg', undefined],
    ['BMW is a car, and this is a text of some length', undefined],
    ['push graphic-context', 'mvg'],
    ['%!PS', 'postscript'],
    ['', undefined],
  ])('takes %j for %s', async (text, format) => {
    expect(await detect(bytes(text))).toBe(format);
  });

  it('reads SVG in UTF-16', async () => {
    expect(await detect(Buffer.from('\ufeff<svg width="1"></svg>', 'utf16le'))).toBe('svg');
  });
});

describe('inspect', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('turns the size of a JPEG of orientation %i', async (orientation) => {
    for (const little of [true, false]) {
      const onItsSide = orientation >= 5;
      expect(await inspect(jpeg(orientation, little), 'jpg')).toEqual({
        widthPx: onItsSide ? 20 : 30,
        heightPx: onItsSide ? 30 : 20,
        orientation,
        hasAlpha: false,
      });
    }
  });

  it('finds the end of a JPEG before the film of a phone', async () => {
    const film = `\xff\xd9${'\0'.repeat(200_000)}`;
    expect((await inspect(jpeg(1, true, film), 'jpg')).widthPx).toBe(30);
  });

  it('refuses a JPEG without its end', async () => {
    await expect(inspect(jpeg(1, true, ''), 'jpg')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
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
    'answers random bytes as %s with FILE_CORRUPT and nothing else',
    async (format) => {
      let seed = 1;
      const random = (): number => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed & 0xff;
      };
      for (let round = 0; round < 200; round++) {
        const file = Buffer.from(Array.from({ length: round }, random));
        const code = await inspect(file, format).then(
          () => 'read',
          (error: { code?: string }) => error.code ?? String(error),
        );
        expect(['FILE_CORRUPT', 'read']).toContain(code);
      }
    },
  );
});
