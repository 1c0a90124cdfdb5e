import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DamagedFiles, equalRows, firstPart, insert, noisePicture, pixelsOf, rowOf } from './damaged.js';
import { HEIGHT_PX, WIDTH_PX } from './fixtures.js';
import { type Decoded, pdfInfo } from './look.js';

const files = DamagedFiles.forAllTests();

describe('a JPEG', () => {
  let jpeg: Buffer;
  let whole: Decoded;
  beforeAll(async () => {
    jpeg = await noisePicture().jpeg({ quality: 90 }).toBuffer();
    whole = await pixelsOf(jpeg);
  });

  it.each([
    ['fill bytes before a marker', (file: Buffer) => insert(file, 2, '\xff'.repeat(1_000))],
    ['50 MB of fill bytes', (file: Buffer) => insert(file, 2, Buffer.alloc(50_000_000, 0xff))],
    ['other bytes before its first marker', (file: Buffer) => insert(file, 2, 'rubbish')],
    [
      'other bytes before a later marker',
      (file: Buffer) => insert(file, file.indexOf('\xff\xc4', 0, 'latin1'), 'rubbish'),
    ],
    [
      'a broken EXIF block',
      (file: Buffer) => insert(file, 2, `\xff\xe1\0\x20Exif\0\0II*\0${'\xff'.repeat(20)}`),
    ],
    ['no end marker', (file: Buffer) => file.subarray(0, -2)],
    ['data after its end', (file: Buffer) => Buffer.concat([file, Buffer.alloc(100_000, 65)])],
  ])('with %s is read completely', async (_, change) => {
    await files().expectWhole(change(jpeg), 'jpg', whole);
  });

  it('with 50 MB of fill bytes becomes an icon and a PDF of the right size', async () => {
    const file = insert(jpeg, 2, Buffer.alloc(50_000_000, 0xff));
    expect((await files().convert(file, 'jpg', 'ico')).seen.widthPx).toBe(64);
    const { path, damage } = await files().convert(file, 'jpg', 'pdf');
    expect(damage).toBeUndefined();
    expect(await pdfInfo(path)).toMatchObject({ widthPoints: 90, heightPoints: 60 });
  });

  it.each(['png', 'webp', 'pdf', 'bmp', 'ico'])(
    'that is truncated keeps its upper rows as %s',
    async (to) => {
      const { damage, seen } = await files().convert(firstPart(jpeg, 0.5), 'jpg', to);
      expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
      const missing = Number(damage?.missing);
      expect(missing).toBeGreaterThan(HEIGHT_PX * 0.35);
      expect(missing).toBeLessThan(HEIGHT_PX * 0.65);
      if (to !== 'png') return;
      // A row of blocks that ends in the middle counts as missing; the one above it is blended with it.
      const rows = equalRows(seen, whole);
      expect(rows).toBeGreaterThanOrEqual(HEIGHT_PX - missing - 8);
      expect(rows).toBeLessThan(HEIGHT_PX - missing + 16);
    },
  );

  it('that is truncated is refused in strict mode', () =>
    files().expectCorrupt(firstPart(jpeg, 0.5), 'jpg', true));

  it('is refused if less than a twentieth is left', async () => {
    const large = await noisePicture(640, 640).jpeg({ quality: 90 }).toBuffer();
    await files().expectCorrupt(firstPart(large, 0.04), 'jpg');
    expect((await files().convert(firstPart(large, 0.2), 'jpg')).damage).toMatchObject({
      unit: 'rows',
      total: 640,
    });
  });

  it('that is progressive and truncated is converted as far as its scans go', async () => {
    const scans = await noisePicture().jpeg({ quality: 90, progressive: true }).toBuffer();
    for (const share of [0.3, 0.5, 0.8]) {
      const { seen, damage } = await files().convert(firstPart(scans, share), 'jpg');
      expect(damage).toEqual({ unit: 'unknown' });
      expect([seen.widthPx, seen.heightPx]).toEqual([WIDTH_PX, HEIGHT_PX]);
      // Coarse, but present: missing parts would be grey, 128 everywhere.
      expect(new Set(rowOf(seen, HEIGHT_PX - 1)).size).toBeGreaterThan(1);
    }
    await files().expectCorrupt(firstPart(scans, 0.5), 'jpg', true);
  });

  it('with invalid codes in the middle is converted; if damage is reported, its extent is unknown', async () => {
    const broken = Buffer.from(jpeg);
    broken.fill(0xaa, broken.length / 2, broken.length / 2 + 40);
    const { damage, seen } = await files().convert(broken, 'jpg');
    if (damage) expect(damage.unit).toBe('unknown');
    expect(equalRows(seen, whole)).toBeGreaterThan(HEIGHT_PX * 0.3);
  });
});

describe('a PNG', () => {
  let png: Buffer;
  let whole: Decoded;
  beforeAll(async () => {
    png = await noisePicture().png().toBuffer();
    whole = await pixelsOf(png);
  });
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const bytes = Buffer.alloc(8 + body.length);
    bytes.writeUInt32BE(data.length, 0);
    body.copy(bytes, 4);
    bytes.writeUInt32BE(crc32(body), 4 + body.length);
    return bytes;
  };

  it('with a wrong checksum is read completely', () => {
    const broken = Buffer.from(png);
    broken.writeUInt8(broken.readUInt8(broken.length - 14) ^ 1, broken.length - 14);
    return files().expectWhole(broken, 'png', whole);
  });

  it('without its end chunk is read completely', () =>
    files().expectWhole(png.subarray(0, -12), 'png', whole));

  it.each([0, 2, 3_000_000_000])(
    'that declares an animation of %i frames is read as a still picture',
    async (count) => {
      const data = Buffer.alloc(8);
      data.writeUInt32BE(count);
      await files().expectWhole(insert(png, 33, chunk('acTL', data)), 'png', whole);
    },
  );

  it('that is truncated has exactly the rows that are not reported missing', async () => {
    const { damage, seen } = await files().convert(firstPart(png, 0.5), 'png', 'tiff');
    expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
    expect(equalRows(seen, whole)).toBe(HEIGHT_PX - Number(damage?.missing));
    expect(Number(damage?.missing)).toBeLessThan(HEIGHT_PX * 0.7);
    await files().expectCorrupt(firstPart(png, 0.5), 'png', true);
  });

  it('is refused if less than a twentieth is left', () => files().expectCorrupt(firstPart(png, 0.03), 'png'));
});
