import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { frames, SVG } from './fixtures.js';
import { type Decoded, decode, pdfInfo } from './look.js';
import {
  cmykTiffs,
  damagedFax,
  pagesInTwoOrders,
  profiledPlanes,
  truncatedTiff,
  unusualTiffs,
} from './tiff.js';

const WIDTH_PX = 120;
const HEIGHT_PX = 80;

let folder: string;
let converter: Converter;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'));
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
});
afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true });
});

/** A picture of pseudo-random pixels, so that missing parts are found. */
function noisePicture(width = WIDTH_PX, height = HEIGHT_PX): Sharp {
  const data = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let i = 0; i < data.length; i++) {
    seed = (seed * 48_271) % 2_147_483_647;
    data[i] = 100 + (seed % 56);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const firstPart = (bytes: Buffer, share: number): Buffer =>
  bytes.subarray(0, Math.floor(bytes.length * share));
const insert = (bytes: Buffer, at: number, what: string | Buffer): Buffer =>
  Buffer.concat([
    bytes.subarray(0, at),
    Buffer.isBuffer(what) ? what : Buffer.from(what, 'latin1'),
    bytes.subarray(at),
  ]);

interface Result {
  readonly seen: Decoded;
  /** Parameters of the loss `input_damaged`; undefined if there is none. */
  readonly damage: Readonly<Record<string, string | number>> | undefined;
  readonly path: string;
}

async function salvage(
  bytes: Buffer,
  from: string,
  to: string,
  strict = false,
): Promise<Omit<Result, 'seen'>> {
  const input = join(folder, `in.${from}`);
  await writeFile(input, bytes);
  const { outputs, losses } = await converter.convert({ ownerKey: 'one owner', input, from, to, strict });
  const damage = losses.find(({ code }) => code === 'input_damaged')?.params;
  return { path: outputs[0]?.path as string, damage };
}

async function convert(bytes: Buffer, from: string, to = 'png', strict = false): Promise<Result> {
  const result = await salvage(bytes, from, to, strict);
  return { ...result, seen: await decode(result.path, to) };
}

const rowOf = ({ rgb, widthPx }: Decoded, y: number): Buffer =>
  rgb.subarray(y * widthPx * 3, (y + 1) * widthPx * 3);
const pixel = (seen: Decoded, x: number, y: number): number[] => [
  ...rowOf(seen, y).subarray(x * 3, x * 3 + 3),
];

const pixelsOf = async (file: Buffer): Promise<Decoded> => {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgb: data };
};

/** Number of rows from the top that equal the complete picture. */
function equalRows(seen: Decoded, whole: Decoded): number {
  let rows = 0;
  while (rows < whole.heightPx && rowOf(seen, rows).equals(rowOf(whole, rows))) rows++;
  return rows;
}

/** Expects the complete picture in strict mode. */
async function expectWhole(bytes: Buffer, from: string, whole: Decoded): Promise<void> {
  const { seen, damage } = await convert(bytes, from, from === 'png' ? 'tiff' : 'png', true);
  expect(damage).toBeUndefined();
  expect([seen.widthPx, seen.heightPx]).toEqual([whole.widthPx, whole.heightPx]);
  expect(equalRows(seen, whole)).toBe(whole.heightPx);
}

const expectCorrupt = (bytes: Buffer, from: string, strict = false): Promise<void> =>
  expect(convert(bytes, from, from === 'png' ? 'tiff' : 'png', strict)).rejects.toMatchObject({
    code: 'FILE_CORRUPT',
  });

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
    await expectWhole(change(jpeg), 'jpg', whole);
  });

  it('with 50 MB of fill bytes becomes an icon and a PDF of the right size', async () => {
    const file = insert(jpeg, 2, Buffer.alloc(50_000_000, 0xff));
    expect((await convert(file, 'jpg', 'ico')).seen.widthPx).toBe(64);
    const { path, damage } = await convert(file, 'jpg', 'pdf');
    expect(damage).toBeUndefined();
    expect(await pdfInfo(path)).toMatchObject({ widthPoints: 90, heightPoints: 60 });
  });

  it.each(['png', 'webp', 'pdf', 'bmp', 'ico'])(
    'that is truncated keeps its upper rows as %s',
    async (to) => {
      const { damage, seen } = await convert(firstPart(jpeg, 0.5), 'jpg', to);
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

  it('that is truncated is refused in strict mode', () => expectCorrupt(firstPart(jpeg, 0.5), 'jpg', true));

  it('is refused if less than a twentieth is left', async () => {
    const large = await noisePicture(640, 640).jpeg({ quality: 90 }).toBuffer();
    await expectCorrupt(firstPart(large, 0.04), 'jpg');
    expect((await convert(firstPart(large, 0.2), 'jpg')).damage).toMatchObject({ unit: 'rows', total: 640 });
  });

  it('that is progressive and truncated is converted as far as its scans go', async () => {
    const scans = await noisePicture().jpeg({ quality: 90, progressive: true }).toBuffer();
    for (const share of [0.3, 0.5, 0.8]) {
      const { seen, damage } = await convert(firstPart(scans, share), 'jpg');
      expect(damage).toEqual({ unit: 'unknown' });
      expect([seen.widthPx, seen.heightPx]).toEqual([WIDTH_PX, HEIGHT_PX]);
      // Coarse, but present: missing parts would be grey, 128 everywhere.
      expect(new Set(rowOf(seen, HEIGHT_PX - 1)).size).toBeGreaterThan(1);
    }
    await expectCorrupt(firstPart(scans, 0.5), 'jpg', true);
  });

  it('with invalid codes in the middle is converted; if damage is reported, its extent is unknown', async () => {
    const broken = Buffer.from(jpeg);
    broken.fill(0xaa, broken.length / 2, broken.length / 2 + 40);
    const { damage, seen } = await convert(broken, 'jpg');
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
    return expectWhole(broken, 'png', whole);
  });

  it('without its end chunk is read completely', () => expectWhole(png.subarray(0, -12), 'png', whole));

  it.each([0, 2, 3_000_000_000])(
    'that declares an animation of %i frames is read as a still picture',
    async (count) => {
      const data = Buffer.alloc(8);
      data.writeUInt32BE(count);
      await expectWhole(insert(png, 33, chunk('acTL', data)), 'png', whole);
    },
  );

  it('that is truncated has exactly the rows that are not reported missing', async () => {
    const { damage, seen } = await convert(firstPart(png, 0.5), 'png', 'tiff');
    expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
    expect(equalRows(seen, whole)).toBe(HEIGHT_PX - Number(damage?.missing));
    expect(Number(damage?.missing)).toBeLessThan(HEIGHT_PX * 0.7);
    await expectCorrupt(firstPart(png, 0.5), 'png', true);
  });

  it('is refused if less than a twentieth is left', () => expectCorrupt(firstPart(png, 0.03), 'png'));
});

describe('a GIF', () => {
  it('that is truncated reports its missing rows', async () => {
    const gif = await noisePicture().gif().toBuffer();
    const { damage, seen } = await convert(firstPart(gif, 0.5), 'gif');
    expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
    const rows = equalRows(seen, await pixelsOf(gif));
    expect(Math.abs(rows - (HEIGHT_PX - Number(damage?.missing)))).toBeLessThanOrEqual(1);
    await expectCorrupt(firstPart(gif, 0.5), 'gif', true);
  });

  it('without its trailer is read completely', async () => {
    const gif = await noisePicture().gif().toBuffer();
    const { damage } = await convert(gif.subarray(0, -1), 'gif', 'png', true);
    expect(damage).toBeUndefined();
  });

  it('that is animated and truncated keeps the frames before the cut and reports the loss', async () => {
    const gif = await (await frames(3)).gif({ keepDuplicateFrames: true }).toBuffer();
    const { damage, path } = await salvage(firstPart(gif, 0.75), 'gif', 'webp');
    expect(damage).toEqual({ unit: 'unknown' });
    expect((await sharp(path).metadata()).pages).toBeGreaterThan(1);
    await expectCorrupt(firstPart(gif, 0.75), 'gif', true);
  });
});

const profileOf = async (file: Buffer): Promise<Buffer> => (await sharp(file).metadata()).icc as Buffer;

/** A WebP with a profile, EXIF with a rotation, and XMP, in this order: profile, pixels, EXIF, XMP. */
const webpWithMetadata = (): Promise<Buffer> =>
  noisePicture()
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>')
    .withExif({ IFD0: { Artist: 'Ansel' } })
    .withMetadata({ orientation: 6 })
    .webp({ quality: 90 })
    .toBuffer();

/** The codes of the losses, and the path of the output. */
async function lossesOf(bytes: Buffer, from: string, to: string): Promise<[string[], string]> {
  const input = join(folder, `in.${from}`);
  await writeFile(input, bytes);
  const { outputs, losses } = await converter.convert({ ownerKey: 'one owner', input, from, to });
  return [losses.map(({ code }) => code), outputs[0]?.path as string];
}

describe('a WebP', () => {
  it.each(['png', 'tiff', 'avif', 'jpg'])(
    'that is truncated keeps its profile as %s and reports that EXIF and XMP are lost',
    async (to) => {
      const file = await webpWithMetadata();
      const [losses, path] = await lossesOf(firstPart(file, 0.6), 'webp', to);
      expect(losses).toEqual(expect.arrayContaining(['input_damaged', 'metadata_dropped']));
      const metadata = await sharp(path).metadata();
      expect(metadata.icc?.equals(await profileOf(file))).toBe(true);
      expect(metadata.exif && metadata.orientation !== 1).toBeFalsy();
    },
  );

  it('that is truncated has the colours of its profile if the output holds no profile', async () => {
    const file = await webpWithMetadata();
    const [losses, path] = await lossesOf(firstPart(file, 0.6), 'webp', 'bmp');
    expect(losses).not.toContain('metadata_dropped');
    const [seen, whole] = [await decode(path, 'bmp'), await pixelsOf(file)];
    const difference = rowOf(seen, 5).map((value, i) => Math.abs(value - (rowOf(whole, 5)[i] ?? 0)));
    expect(Math.max(...difference)).toBeLessThanOrEqual(2);
  });

  it('with a wrong length is read completely, with profile, EXIF and XMP', async () => {
    const file = await webpWithMetadata();
    const stretched = Buffer.from(file);
    stretched.writeUInt32LE(file.length + 1_000, 4);
    const [losses, path] = await lossesOf(stretched, 'webp', 'png');
    expect(losses).toEqual([]);
    const metadata = await sharp(path).metadata();
    expect([metadata.width, metadata.height, metadata.orientation ?? 1]).toEqual([HEIGHT_PX, WIDTH_PX, 1]);
    expect(metadata.icc?.equals(await profileOf(file))).toBe(true);
    expect(metadata.exif?.includes('Ansel')).toBe(true);
    expect(metadata.xmp?.includes('x:xmpmeta')).toBe(true);
  });

  it('that is animated and truncated keeps the frames before the cut and reports the loss', async () => {
    const webp = await (await frames(3)).webp({ lossless: true, delay: [100, 200, 300], loop: 3 }).toBuffer();
    const third = webp.lastIndexOf('ANMF', undefined, 'latin1');
    const cut = webp.subarray(0, third + 40);
    const { damage, path } = await salvage(cut, 'webp', 'gif');
    expect(damage).toEqual({ unit: 'unknown' });
    const metadata = await sharp(path).metadata();
    expect([metadata.pages, metadata.delay, metadata.loop]).toEqual([2, [100, 200], 3]);
    const [seen, whole] = await Promise.all(
      [path, webp].map((file) => sharp(file, { page: 1 }).removeAlpha().raw().toBuffer()),
    );
    expect(seen?.length).toBe(whole?.length);
    const difference = seen?.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (whole?.[i] ?? 0))),
      0,
    );
    expect(difference).toBeLessThanOrEqual(8);
    await expectCorrupt(cut, 'webp', true);
  });

  it('that is animated and has no complete frame is refused', async () => {
    const webp = await (await frames(3)).webp({ lossless: true }).toBuffer();
    await expectCorrupt(webp.subarray(0, webp.indexOf('ANMF', 0, 'latin1') + 40), 'webp');
  });

  it.each([true, false])('that is truncated keeps its upper rows (lossless: %s)', async (lossless) => {
    const webp = await noisePicture().webp({ lossless, quality: 90 }).toBuffer();
    const { damage, seen } = await convert(firstPart(webp, 0.6), 'webp', 'tiff');
    expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
    const rows = equalRows(seen, await pixelsOf(webp));
    expect(rows).toBeGreaterThanOrEqual(HEIGHT_PX - Number(damage?.missing) - 1);
    expect(rows).toBeGreaterThan(HEIGHT_PX / 8);
    await expectCorrupt(firstPart(webp, 0.6), 'webp', true);
  });
});

describe('an SVG', () => {
  it('that ends in the middle of a tag is drawn up to this tag', async () => {
    const { damage, seen } = await convert(Buffer.from(SVG.slice(0, SVG.indexOf('y="40"'))), 'svg');
    expect(damage).toEqual({ unit: 'unknown' });
    expect(pixel(seen, 30, 20)).toEqual([230, 30, 30]);
    await expectCorrupt(Buffer.from(SVG.slice(0, -10)), 'svg', true);
  });

  it('with a script that is truncated is drawn without the script', async () => {
    const text = SVG.replace('<rect', '<script>alert(1)</script><g><rect').slice(0, -12);
    const { damage, seen } = await convert(Buffer.from(text), 'svg');
    expect(damage).toEqual({ unit: 'unknown' });
    expect(pixel(seen, 30, 20)).toEqual([230, 30, 30]);
  });
});

/** A BMP of eight bits: the upper half has colour 1, red, the lower half colour 2, green. */
function bitmap(headerBytes: number, colours: number, { compression = 0 } = {}): Buffer {
  const [width, height] = [30, 20];
  const entryBytes = headerBytes === 12 ? 3 : 4;
  const rowBytes = 32;
  const dataAt = 14 + headerBytes + colours * entryBytes;
  const file = Buffer.alloc(dataAt + rowBytes * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(dataAt, 10);
  file.writeUInt32LE(headerBytes, 14);
  if (headerBytes === 12) {
    for (const [i, value] of [width, height, 1, 8].entries()) file.writeUInt16LE(value, 18 + i * 2);
  } else {
    file.writeInt32LE(width, 18);
    file.writeInt32LE(height, 22);
    file.writeUInt16LE(1, 26);
    file.writeUInt16LE(8, 28);
    if (headerBytes >= 40) file.writeUInt32LE(compression, 30);
    if (headerBytes >= 40) file.writeUInt32LE(colours, 46);
  }
  file.writeUInt8(255, 14 + headerBytes + entryBytes + 2);
  file.writeUInt8(255, 14 + headerBytes + 2 * entryBytes + 1);
  file.fill(2, dataAt, dataAt + (rowBytes * height) / 2);
  file.fill(1, dataAt + (rowBytes * height) / 2);
  return file;
}

describe('a BMP', () => {
  it.each([
    ['the header of OS/2 1', 12, 256],
    ['the header of OS/2 1 and few colours', 12, 3],
    ['the shortest header of OS/2 2', 16, 256],
    ['the header of OS/2 2', 64, 256],
    ['a palette of 3 colours', 40, 3],
    ['a palette of 300 colours', 40, 300],
    ['a palette of 1,000 colours', 124, 1_000],
  ])('with %s is read', async (_, headerBytes, colours) => {
    const { seen, damage } = await convert(bitmap(headerBytes, colours), 'bmp', 'png', true);
    expect(damage).toBeUndefined();
    expect([pixel(seen, 5, 2), pixel(seen, 29, 18)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
    ]);
  });

  it.each([
    ['256 colours', 40, 256],
    ['3 colours', 40, 3],
    ['the longest header', 124, 256],
  ])('without its file header and with %s is read', async (_, headerBytes, colours) => {
    const bare = bitmap(headerBytes, colours).subarray(14);
    const { seen, damage } = await convert(bare, 'bmp', 'png', true);
    expect(damage).toBeUndefined();
    expect([pixel(seen, 5, 2), pixel(seen, 29, 18)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
    ]);
  });

  it.each([
    ['masks', 3, 0],
    ['colours as a hint', 0, 5],
  ])('without its file header, with 32 bits and with %s, is read', async (_, compression, hints) => {
    const table = Buffer.alloc(compression === 3 ? 12 : hints * 4);
    if (compression === 3)
      for (const [i, mask] of [0xff, 0xff00, 0xff0000].entries()) table.writeUInt32LE(mask, i * 4);
    const header = Buffer.alloc(40);
    for (const [at, value] of [
      [0, 40],
      [4, 30],
      [8, 20],
      [16, compression],
      [32, hints],
    ] as const)
      header.writeUInt32LE(value, at);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(32, 14);
    const rows = Buffer.alloc(30 * 20 * 4, Buffer.from([10, 20, 200, 0]));
    const file = Buffer.concat([header, table, rows]);
    const { seen, damage } = await convert(file, 'bmp', 'png', true);
    expect(damage).toBeUndefined();
    const wanted = compression === 3 ? [10, 20, 200] : [200, 20, 10];
    expect([pixel(seen, 0, 0), pixel(seen, 29, 19)]).toEqual([wanted, wanted]);
    const cut = await convert(file.subarray(0, -10), 'bmp');
    expect(cut.damage).toEqual({ unit: 'rows', missing: 1, total: 20 });
  });

  it('that is truncated in its last stored row lacks the top row', async () => {
    const file = bitmap(40, 256).subarray(0, -10);
    const { seen, damage } = await convert(file, 'bmp');
    expect(damage).toEqual({ unit: 'rows', missing: 1, total: 20 });
    expect([pixel(seen, 5, 1), pixel(seen, 5, 18)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
    ]);
    await expectCorrupt(file, 'bmp', true);
  });

  it('that lacks only the padding of its last row is read completely', async () => {
    expect((await convert(bitmap(40, 256).subarray(0, -2), 'bmp', 'png', true)).damage).toBeUndefined();
  });

  it('of 24 bits that is truncated keeps the rows that it has', async () => {
    const whole = await convert(await noisePicture().png().toBuffer(), 'png', 'bmp');
    const bytes = await readFile(whole.path);
    const { damage, seen } = await convert(bytes.subarray(0, 54 + 360 * 30), 'bmp');
    expect(damage).toEqual({ unit: 'rows', missing: 50, total: 80 });
    expect(rowOf(seen, 79)).toEqual(rowOf(whole.seen, 79));
    expect(rowOf(seen, 50)).toEqual(rowOf(whole.seen, 50));
    await expectCorrupt(bytes.subarray(0, 54 + 360 * 3), 'bmp');
  });
});

describe('an ICO with one damaged entry', () => {
  const square = (side: number, rgb: string): Promise<Buffer> =>
    sharp({ create: { width: side, height: side, channels: 4, background: rgb } })
      .png()
      .toBuffer();

  async function icon(...pictures: readonly (readonly [side: number, bytes: Buffer])[]): Promise<Buffer> {
    const directory = Buffer.alloc(6 + pictures.length * 16);
    directory.writeUInt16LE(1, 2);
    directory.writeUInt16LE(pictures.length, 4);
    let offset = directory.length;
    for (const [i, [side, bytes]] of pictures.entries()) {
      directory.writeUInt8(side, 6 + i * 16);
      directory.writeUInt8(side, 7 + i * 16);
      directory.writeUInt32LE(bytes.length, 14 + i * 16);
      directory.writeUInt32LE(offset, 18 + i * 16);
      offset += bytes.length;
    }
    return Buffer.concat([directory, ...pictures.map(([, bytes]) => bytes)]);
  }

  it('returns the largest picture if a smaller one is damaged', async () => {
    const file = await icon([16, Buffer.alloc(60, 0xee)], [48, await square(48, '#dc141e')]);
    const { seen, damage } = await convert(file, 'ico', 'png', true);
    expect(damage).toBeUndefined();
    expect([seen.widthPx, ...pixel(seen, 9, 9)]).toEqual([48, 220, 20, 30]);
  });

  it.each(['header', 'data'])(
    'returns the next smaller picture if the largest has a broken %s',
    async (what) => {
      const large = await square(48, '#1428c8');
      if (what === 'header') large.fill(0xee, 0, 30);
      else large.fill(0xee, 45);
      const file = await icon([48, large], [16, await square(16, '#dc141e')]);
      const { seen, damage } = await convert(file, 'ico');
      expect(damage).toEqual({ unit: 'frames', missing: 1, total: 2 });
      expect([seen.widthPx, ...pixel(seen, 9, 9)]).toEqual([16, 220, 20, 30]);
      await expectCorrupt(file, 'ico', true);
    },
  );
});

describe('a TIFF', () => {
  let tiffs: ReturnType<typeof unusualTiffs>;
  beforeAll(async () => {
    const red = sharp({ create: { width: 64, height: 48, channels: 3, background: '#dc141e' } });
    tiffs = unusualTiffs(await red.jpeg({ quality: 100, chromaSubsampling: '4:2:0' }).toBuffer());
  });

  it.each([
    'CIELAB',
    '12 bits of grey',
    '12 bits a colour',
    '16-bit float',
    '16-bit float in grey',
    '32-bit float',
    '32-bit float in grey',
    'separate planes',
    'separate planes with extra samples',
    'tiles in separate planes',
    'tiles of 16 bits in separate planes',
    'tiles of 16 bits and transparency in separate planes',
    'tiles of extra samples in separate planes',
    'LZMA',
    'ZSTD',
    'old-style JPEG',
    'no RowsPerStrip',
    'an unknown tag',
    'a loop of directories',
  ])('with %s is read', async (name) => {
    const kind = tiffs[name];
    if (!kind) throw new Error(name);
    for (const to of ['png', 'jpg']) {
      const { seen, damage } = await convert(kind.file, 'tiff', to, to === 'png');
      expect(damage).toBeUndefined();
      expect([seen.widthPx, seen.heightPx]).toEqual([64, 48]);
      for (const [y, wanted] of [
        [10, kind.top],
        [38, kind.bottom],
      ] as const) {
        const difference = Math.max(
          ...pixel(seen, 20, y).map((value, i) => Math.abs(value - (wanted[i] ?? 0))),
        );
        expect(`${to} ${difference <= (to === 'jpg' ? 8 : 2)} ${difference}`).toBe(
          `${to} true ${difference}`,
        );
      }
    }
  });

  it('with CMYK tiles in separate planes equals the one with interleaved samples', async () => {
    const [tiled, plain] = cmykTiffs();
    const { seen, damage } = await convert(tiled, 'tiff', 'png', true);
    expect(damage).toBeUndefined();
    const wanted = await convert(plain, 'tiff', 'png', true);
    expect(seen.rgb.equals(wanted.seen.rgb)).toBe(true);
    expect(pixel(seen, 20, 10)).not.toEqual(pixel(seen, 20, 38));
  });

  it('keeps 16 bits and the profile of tiles in separate planes', async () => {
    const icc = await profileOf(await webpWithMetadata());
    const { path, damage } = await salvage(profiledPlanes(icc), 'tiff', 'png', true);
    expect(damage).toBeUndefined();
    const metadata = await sharp(path).metadata();
    expect(metadata.icc?.equals(icc)).toBe(true);
    // sharp would convert the colours from the profile.
    const samples = execFileSync('/usr/bin/vips', ['getpoint', path, '0', '0'], { encoding: 'utf8' });
    expect(samples.trim()).toBe([220, 20, 30].map((level) => level * 257).join(' '));
  });

  it('keeps every page if some pages have tiles in separate planes', async () => {
    const input = join(folder, 'orders.tiff');
    await writeFile(input, pagesInTwoOrders());
    const { outputs, losses } = await converter.convert({
      ownerKey: 'one owner',
      input,
      from: 'tiff',
      to: 'png',
    });
    expect([outputs.length, losses]).toEqual([2, []]);
    for (const { path } of outputs) {
      const seen = await decode(path, 'png');
      expect([pixel(seen, 60, 10), pixel(seen, 2, 40)]).toEqual([
        [220, 20, 30],
        [20, 40, 200],
      ]);
    }
  });

  it('whose second directory lies outside the file returns its first page', async () => {
    const file = tiffs['a second directory outside the file']?.file as Buffer;
    const { seen, damage } = await convert(file, 'tiff');
    expect(damage).toEqual({ unit: 'unknown' });
    expect(pixel(seen, 20, 10)).toEqual([220, 20, 30]);
    await expectCorrupt(file, 'tiff', true);
  });

  it('of a fax with damaged lines reports how many there are', async () => {
    const { damage, seen } = await convert(damagedFax(), 'tiff');
    expect(damage).toEqual({ unit: 'rows', missing: 3, total: 48 });
    expect([pixel(seen, 10, 10), pixel(seen, 50, 10)]).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
    await expectCorrupt(damagedFax(), 'tiff', true);
  });

  it('whose last strip lies outside the file has the other strips', async () => {
    const { damage, seen } = await convert(truncatedTiff(), 'tiff');
    expect(damage).toEqual({ unit: 'rows', missing: 16, total: 48 });
    expect([pixel(seen, 10, 10), pixel(seen, 10, 30)]).toEqual([
      [220, 20, 30],
      [20, 40, 200],
    ]);
    await expectCorrupt(truncatedTiff(), 'tiff', true);
  });
});
