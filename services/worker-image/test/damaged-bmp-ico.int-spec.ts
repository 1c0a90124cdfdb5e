import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DamagedFiles, noisePicture, pixel, rowOf } from './damaged.js';

const files = DamagedFiles.forAllTests();

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
    const { seen, damage } = await files().convert(bitmap(headerBytes, colours), 'bmp', 'png', true);
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
    const { seen, damage } = await files().convert(bare, 'bmp', 'png', true);
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
    const { seen, damage } = await files().convert(file, 'bmp', 'png', true);
    expect(damage).toBeUndefined();
    const wanted = compression === 3 ? [10, 20, 200] : [200, 20, 10];
    expect([pixel(seen, 0, 0), pixel(seen, 29, 19)]).toEqual([wanted, wanted]);
    const cut = await files().convert(file.subarray(0, -10), 'bmp');
    expect(cut.damage).toEqual({ unit: 'rows', missing: 1, total: 20 });
  });

  it('that is truncated in its last stored row lacks the top row', async () => {
    const file = bitmap(40, 256).subarray(0, -10);
    const { seen, damage } = await files().convert(file, 'bmp');
    expect(damage).toEqual({ unit: 'rows', missing: 1, total: 20 });
    expect([pixel(seen, 5, 1), pixel(seen, 5, 18)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
    ]);
    await files().expectCorrupt(file, 'bmp', true);
  });

  it('that lacks only the padding of its last row is read completely', async () => {
    expect(
      (await files().convert(bitmap(40, 256).subarray(0, -2), 'bmp', 'png', true)).damage,
    ).toBeUndefined();
  });

  it('of 24 bits that is truncated keeps the rows that it has', async () => {
    const whole = await files().convert(await noisePicture().png().toBuffer(), 'png', 'bmp');
    const bytes = await readFile(whole.path);
    const { damage, seen } = await files().convert(bytes.subarray(0, 54 + 360 * 30), 'bmp');
    expect(damage).toEqual({ unit: 'rows', missing: 50, total: 80 });
    expect(rowOf(seen, 79)).toEqual(rowOf(whole.seen, 79));
    expect(rowOf(seen, 50)).toEqual(rowOf(whole.seen, 50));
    await files().expectCorrupt(bytes.subarray(0, 54 + 360 * 3), 'bmp');
  });
});

it('a cursor whose picture is said to be shorter than its header is read', async () => {
  const picture = bitmap(40, 256).subarray(14);
  // Twice the height: the picture and its mask.
  picture.writeInt32LE(40, 8);
  const directory = Buffer.alloc(22);
  for (const [at, value] of [
    [2, 2],
    [4, 1],
    [14, 8],
    [18, 22],
  ] as const)
    directory.writeUInt16LE(value, at);
  directory.set([30, 20], 6);
  const mask = Buffer.alloc(20 * 4);
  const { seen } = await files().convert(Buffer.concat([directory, picture, mask]), 'cur');
  expect([pixel(seen, 5, 2), pixel(seen, 29, 18)]).toEqual([
    [255, 0, 0],
    [0, 255, 0],
  ]);
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
    const { seen, damage } = await files().convert(file, 'ico', 'png', true);
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
      const { seen, damage } = await files().convert(file, 'ico');
      expect(damage).toEqual({ unit: 'frames', missing: 1, total: 2 });
      expect([seen.widthPx, ...pixel(seen, 9, 9)]).toEqual([16, 220, 20, 30]);
      await files().expectCorrupt(file, 'ico', true);
    },
  );
});
