import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BufferByteReader, detectFormat } from '@filemill/formats';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CAMERA_PHOTOS, frames, writeFixtures } from './fixtures.js';

/**
 * For refusing a structure: above the 5 s of docs/security.md, G3, for a machine that does other work; below the time limit
 * of a picture.
 */
const LIMIT_MS = 25_000;
/** Enough to find obvious faults; load-tests/fuzz runs for longer. */
const MUTATIONS = 12;
const USUAL = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'heic', 'svg'];
/** Formats of other engines than sharp. */
const RARE = [
  'psd',
  'dds',
  'pfm',
  'fits',
  'jp2',
  'jxl',
  'hdr',
  'exr',
  'djvu',
  'dng',
  'qoi',
  'ras',
  'pgm',
  'dpx',
  'xcf',
  'ora',
  'wbmp',
];
/** Texts that could be each of them. */
const MAGIC: Readonly<Record<string, string>> = {
  psd: '8BPS\0\x01',
  dds: 'DDS \x7c\0\0\0',
  pfm: 'PF\n30 20\n-1.0\n',
  fits: 'SIMPLE  =                    T',
  jp2: '\0\0\0\x0cjP  \r\n\x87\n',
  jxl: '\xff\x0a',
  hdr: '#?RADIANCE\n',
  exr: 'v/1\x01\x02\0\0\0',
  icns: 'icns\0\0\x13\x88it32\0\0\x13\x80',
  cur: '\0\0\x02\0\x01\0\x20\x20\0\0\0\0\0\0\xff\xff\0\0\x16\0\0\0',
  djvu: 'AT&TFORM\0\0\xff\xffDJVU',
  cr2: 'II*\0\x10\0\0\0CR\x02\0\0\0\0\0',
  raw: 'II\x1a\0\0\0HEAPCCDR',
  dng: 'II*\0\x08\0\0\0\x01\0\x12\xc6\x01\0\x04\0\0\0\x01\x04\0\0',
  xcf: 'gimp xcf v011\0\0\0\0\x40\0\0\0\x40\0\0\0\0\0\0\0\x96',
  ora: `PK\x03\x04${'\0'.repeat(26)}mimetypeimage/openraster`,
  kra: `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/x-krita`,
  wbmp: '\0\0\xff\x7f\xff\x7f',
};
const REFUSED = ['FILE_CORRUPT', 'FILE_TOO_LARGE', 'UNSUPPORTED_FORMAT'];

let folder: string;
let files: Record<string, string>;
let converter: Converter;

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
  files = await writeFixtures(folder);
});
afterAll(() => converter.close());

const bytesOf = (format: string): Promise<Buffer> => readFile(files[format] as string);

interface Outcome {
  readonly code: string;
  readonly ms: number;
  readonly output?: Buffer;
  readonly losses?: readonly string[];
}

async function outcome(bytes: Buffer, from: string, strict = false): Promise<Outcome> {
  const input = join(folder, `hostile.${from}`);
  await writeFile(input, bytes);
  const to = from === 'png' ? 'jpg' : 'png';
  const startedAt = performance.now();
  try {
    const { outputs, losses } = await converter.convert({ ownerKey: 'one owner', input, from, to, strict });
    const output = await readFile(outputs[0]?.path as string);
    const ms = performance.now() - startedAt;
    return { code: 'converted', ms, output, losses: losses.map(({ code }) => code) };
  } catch (error) {
    return { code: (error as { code: string }).code, ms: performance.now() - startedAt };
  }
}

/** Functions that write a size into the header of a file, by format. */
const SIZE_WRITERS: Record<string, (file: Buffer, widthPx: number, heightPx: number) => void> = {
  jpg: (file, widthPx, heightPx) => {
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
    file.writeUInt16BE(heightPx & 0xffff, frame + 5);
    file.writeUInt16BE(widthPx & 0xffff, frame + 7);
  },
  png: (file, widthPx, heightPx) => {
    file.writeUInt32BE(widthPx, 16);
    file.writeUInt32BE(heightPx, 20);
    file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  },
  gif: (file, widthPx, heightPx) => {
    file.writeUInt16LE(widthPx & 0xffff, 6);
    file.writeUInt16LE(heightPx & 0xffff, 8);
  },
  webp: (file, widthPx, heightPx) => {
    const bits = ((widthPx - 1) & 0x3fff) | (((heightPx - 1) & 0x3fff) << 14);
    file.writeInt32LE(bits, file.indexOf('VP8L') + 9);
  },
  avif: (file, widthPx, heightPx) => {
    file.writeUInt32BE(widthPx, file.indexOf('ispe') + 8);
    file.writeUInt32BE(heightPx, file.indexOf('ispe') + 12);
  },
  tiff: (file, widthPx, heightPx) => {
    for (let at = file.readUInt32LE(4) + 2, i = 0; i < 2; i++, at += 12) {
      file.writeUInt16LE(4, at + 2);
      file.writeUInt32LE(i === 0 ? widthPx : heightPx, at + 8);
    }
  },
  bmp: (file, widthPx, heightPx) => {
    file.writeInt32LE(widthPx, 18);
    file.writeInt32LE(heightPx, 22);
  },
  ico: (file, widthPx, heightPx) => {
    const at = file.readUInt32LE(18);
    file.writeInt32LE(widthPx, at + 4);
    file.writeInt32LE(heightPx * 2, at + 8);
  },
};
/** Numbers of a header in the order of Motorola or Intel. */
const u32be =
  (widthAt: number, heightAt: number) =>
  (file: Buffer, widthPx: number, heightPx: number): void => {
    file.writeUInt32BE(widthPx, widthAt);
    file.writeUInt32BE(heightPx, heightAt);
  };
const u32le =
  (widthAt: number, heightAt: number) =>
  (file: Buffer, widthPx: number, heightPx: number): void => {
    file.writeUInt32LE(widthPx, widthAt);
    file.writeUInt32LE(heightPx, heightAt);
  };
/** Of a header in words: the new number takes the room of the old one and blanks after it. */
const words =
  (width: string, height: string) =>
  (file: Buffer, widthPx: number, heightPx: number): void => {
    file.write(`${widthPx}`.padStart(5).slice(-5), file.indexOf(width) + width.length, 'latin1');
    file.write(`${heightPx}`.padStart(5).slice(-5), file.indexOf(height) + height.length, 'latin1');
  };

Object.assign(SIZE_WRITERS, {
  psd: u32be(18, 14),
  dds: u32le(16, 12),
  qoi: u32be(4, 8),
  xcf: u32be(14, 18),
  wbmp: (file: Buffer, widthPx: number, heightPx: number) => {
    // One byte each in the sample.
    file[2] = Math.min(widthPx, 127);
    file[3] = Math.min(heightPx, 127);
  },
  exr: (file: Buffer, widthPx: number, heightPx: number) => {
    const window = file.indexOf('dataWindow\0box2i\0') + 21;
    u32le(window + 8, window + 12)(file, widthPx - 1, heightPx - 1);
  },
  fits: words('NAXIS1  =                ', 'NAXIS2  =                '),
  djvu: (file: Buffer, widthPx: number, heightPx: number) => {
    file.writeUInt16BE(widthPx & 0xffff, 24);
    file.writeUInt16BE(heightPx & 0xffff, 26);
  },
  dng: (file: Buffer, widthPx: number, heightPx: number) => {
    const directory = file.readUInt32LE(4);
    for (let at = directory + 2, i = 0; i < file.readUInt16LE(directory); i++, at += 12) {
      if ([256, 322].includes(file.readUInt16LE(at))) file.writeUInt32LE(widthPx, at + 8);
      if ([257, 323].includes(file.readUInt16LE(at))) file.writeUInt32LE(heightPx, at + 8);
    }
  },
});
SIZE_WRITERS.heic = SIZE_WRITERS.avif as (typeof SIZE_WRITERS)[string];

describe('a wrong header', () => {
  it.each(Object.keys(SIZE_WRITERS))(
    'with a huge size is refused within the time limit: %s',
    async (format) => {
      const file = await bytesOf(format);
      SIZE_WRITERS[format]?.(file, 16_384, 16_384);
      const { code, ms } = await outcome(file, format);
      expect(REFUSED).toContain(code);
      expect(ms).toBeLessThan(LIMIT_MS);
    },
  );

  it.each(Object.keys(SIZE_WRITERS))(
    'with a size that is too small is refused or converted: %s',
    async (format) => {
      const file = await bytesOf(format);
      SIZE_WRITERS[format]?.(file, 3, 2);
      const { code, ms } = await outcome(file, format);
      expect([...REFUSED, 'ENGINE_FAILED', 'converted']).toContain(code);
      expect(ms).toBeLessThan(LIMIT_MS);
    },
  );
});

describe('an animation with too many frames', () => {
  const gifOf = (widthPx: number, heightPx: number, count: number): Buffer => {
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    head.writeUInt16LE(widthPx, 6);
    head.writeUInt16LE(heightPx, 8);
    const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
    return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from(';')]);
  };

  it.each([
    [8, 8, 1_001],
    [10_000, 10_000, 21],
  ])('of %i × %i pixels, %i times, is refused', async (widthPx, heightPx, count) => {
    const { code, ms } = await outcome(gifOf(widthPx, heightPx, count), 'gif');
    expect(code).toBe('FILE_TOO_LARGE');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('is converted if it is within the limits', async () => {
    expect((await outcome(gifOf(8, 8, 50), 'gif')).code).toBe('converted');
  });

  it('is read as a still picture if an animated PNG only declares the frames', async () => {
    const png = await bytesOf('png');
    const chunk = Buffer.from('\0\0\0\x08acTL\xff\xff\xff\xff\0\0\0\0\0\0\0\0', 'latin1');
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
    const file = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
    expect(await outcome(file, 'png', true)).toMatchObject({ code: 'converted', losses: [] });
  });

  it('is refused as an animated PNG', async () => {
    const png = await bytesOf('png');
    const chunk = Buffer.alloc(12 + 26);
    chunk.writeUInt32BE(26);
    chunk.write('fcTL', 4, 'latin1');
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 34)), 34);
    const flood = Array.from({ length: 1_001 }, () => chunk);
    const file = Buffer.concat([png.subarray(0, 33), ...flood, png.subarray(33)]);
    expect((await outcome(file, 'png')).code).toBe('FILE_TOO_LARGE');
  });

  it('is not found in a TIFF whose directories form a cycle', async () => {
    const file = await (await frames(2)).tiff({ compression: 'none' }).toBuffer();
    const first = file.readUInt32LE(4);
    file.writeUInt32LE(first, first + 2 + file.readUInt16LE(first) * 12);
    const { code, ms } = await outcome(file, 'tiff');
    expect(code).toBe('converted');
    expect(ms).toBeLessThan(LIMIT_MS);
  });
});

describe('a truncated picture', () => {
  it.each([...USUAL, ...RARE])(
    'is refused, or converted up to the cut if damage is allowed: %s',
    async (format) => {
      const file = await bytesOf(format);
      for (const part of [0.3, 0.6, 0.95]) {
        const cut = file.subarray(0, Math.floor(file.length * part));
        const { code, ms, losses } = await outcome(cut, format);
        const strictly = await outcome(cut, format, true);
        // Only an end marker may be missing.
        const isWhole = code === 'converted' && !losses?.includes('input_damaged');
        if (code !== 'converted') expect(REFUSED).toContain(code);
        if (isWhole) expect(part).toBeGreaterThan(0.9);
        expect(`${part} ${strictly.code === 'converted'}`).toBe(`${part} ${isWhole}`);
        expect(ms).toBeLessThan(LIMIT_MS);
      }
    },
  );
});

/** In its own format. */
const photoAs = (format: string): Promise<Buffer> => readFile(CAMERA_PHOTOS[format]?.path ?? '');

describe('a photo that a camera took', () => {
  it.each(
    Object.keys(CAMERA_PHOTOS).flatMap((format) => [0.3, 0.6, 0.95].map((part) => [format, part] as const)),
  )('as %s is refused if only %d of it are there', async (format, part) => {
    const photo = await photoAs(format);
    const { code, ms } = await outcome(photo.subarray(0, Math.floor(photo.length * part)), format);
    expect(code).toBe('FILE_CORRUPT');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('is refused if its sensor is of a huge size', async () => {
    const photo = await photoAs('cr2');
    // The frame header of lossless JPEG has the size; in this photo it stands once.
    const frame = photo.indexOf(Buffer.from([0xff, 0xc3, 0, 14]));
    photo.writeUInt16BE(0xffff, frame + 5);
    photo.writeUInt16BE(0xffff, frame + 7);
    const { code, ms } = await outcome(photo, 'cr2');
    expect(REFUSED).toContain(code);
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('is no TIFF, and a TIFF is no photo', async () => {
    expect((await outcome(await photoAs('cr2'), 'tiff')).code).toBe('UNSUPPORTED_FORMAT');
    for (const format of ['tiff', 'dng'])
      for (const photo of ['cr2', 'raw'])
        expect((await outcome(await bytesOf(format), photo)).code).toBe('UNSUPPORTED_FORMAT');
  });
});

describe('a picture under the name of another format', () => {
  const FORMATS = [...USUAL, ...RARE];
  it.each(FORMATS)('is refused under every other name: %s', async (format) => {
    const file = await bytesOf(format);
    for (const other of FORMATS.filter((name) => name !== format)) {
      expect(`${other} ${(await outcome(file, other)).code}`).toBe(`${other} UNSUPPORTED_FORMAT`);
    }
  });

  it.each([
    ['ps', '%!PS-Adobe-3.0\n(%pipe%id) (r) file'],
    [
      'mvg',
      'push graphic-context\nviewbox 0 0 640 480\nfill "url(https://127.0.0.1/x)"\npop graphic-context',
    ],
    [
      'msl',
      '<?xml version="1.0"?><image><read filename="/etc/passwd"/><write filename="/tmp/x.php"/></image>',
    ],
    ['eps', '\xc5\xd0\xd3\xc6\x20\0\0\0'],
    ['psb', '8BPS\0\x02'],
  ])('is recognised as an unsupported format: %s', async (kind, text) => {
    const file = Buffer.from(text, 'latin1');
    expect(await detectFormat(new BufferByteReader(file))).toBe(kind);
    for (const format of ['jpg', 'png', 'gif', 'svg']) {
      expect((await outcome(file, format)).code).toBe('UNSUPPORTED_FORMAT');
    }
  });

  it.each([
    '',
    '\0',
    '#!/bin/sh\nid',
    '\x7fELF\x02\x01\x01',
    'GIF',
    'BM',
    'RIFF\x04\0\0\0WEBP',
    '<svg',
    '\0\0\x01\0',
  ])('is refused: %j', async (text) => {
    const file = Buffer.from(text, 'latin1');
    for (const format of FORMATS) expect(REFUSED).toContain((await outcome(file, format)).code);
  });
});

describe('rubbish behind a magic number', () => {
  it.each(Object.entries(MAGIC))('is refused: %s', async (format, start) => {
    const rubbish = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919 + (i >> 3) * 31) % 256));
    const { code, ms } = await outcome(Buffer.concat([Buffer.from(start, 'latin1'), rubbish]), format);
    expect(REFUSED).toContain(code);
    expect(ms).toBeLessThan(LIMIT_MS);
  });
});

describe('a picture with changed bytes', () => {
  it.each([...USUAL, ...RARE])(
    'is refused or converted, and the unchanged picture converts afterwards: %s',
    async (format) => {
      const file = await bytesOf(format);
      let seed = 20_261_121;
      const random = (below: number): number => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed % below;
      };
      for (let round = 0; round < MUTATIONS; round++) {
        const broken = Buffer.from(file);
        for (let i = 0; i < 1 + random(8); i++) broken.writeUInt8(random(256), random(broken.length));
        const { code, ms } = await outcome(broken, format);
        // One bit of a zip says that a file in it is encrypted.
        expect([...REFUSED, 'FILE_ENCRYPTED', 'ENGINE_FAILED', 'converted']).toContain(code);
        expect(ms).toBeLessThan(LIMIT_MS);
      }
      expect((await outcome(file, format)).code).toBe('converted');
    },
  );
});

describe('a picture with another file appended', () => {
  it.each(['jpg', 'png', 'gif', 'bmp'])('loses the appended file: %s', async (format) => {
    const hidden = Buffer.from('PK\x03\x04 <script>alert(1)</script> <?php system("id"); ?>', 'latin1');
    const { code, output } = await outcome(Buffer.concat([await bytesOf(format), hidden]), format);
    expect(code).toBe('converted');
    expect(output?.includes('script')).toBe(false);
  });
});
