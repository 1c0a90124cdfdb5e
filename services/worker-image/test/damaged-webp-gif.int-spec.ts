import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  DamagedFiles,
  equalRows,
  firstPart,
  noisePicture,
  pixelsOf,
  profileOf,
  rowOf,
  webpWithMetadata,
} from './damaged.js';
import { frames, HEIGHT_PX, WIDTH_PX } from './fixtures.js';
import { decode } from './look.js';

const files = DamagedFiles.forAllTests();

describe('a GIF', () => {
  it('that is truncated reports its missing rows', async () => {
    const gif = await noisePicture().gif().toBuffer();
    const { damage, seen } = await files().convert(firstPart(gif, 0.5), 'gif');
    expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
    const rows = equalRows(seen, await pixelsOf(gif));
    expect(Math.abs(rows - (HEIGHT_PX - Number(damage?.missing)))).toBeLessThanOrEqual(1);
    await files().expectCorrupt(firstPart(gif, 0.5), 'gif', true);
  });

  it('without its trailer is read completely', async () => {
    const gif = await noisePicture().gif().toBuffer();
    const { damage } = await files().convert(gif.subarray(0, -1), 'gif', 'png', true);
    expect(damage).toBeUndefined();
  });

  it('that is animated and truncated keeps the frames before the cut and reports the loss', async () => {
    const gif = await (await frames(3)).gif({ keepDuplicateFrames: true }).toBuffer();
    const { damage, path } = await files().salvage(firstPart(gif, 0.75), 'gif', 'webp');
    expect(damage).toEqual({ unit: 'unknown' });
    expect((await sharp(path).metadata()).pages).toBeGreaterThan(1);
    await files().expectCorrupt(firstPart(gif, 0.75), 'gif', true);
  });
});

describe('a WebP', () => {
  it.each(['png', 'tiff', 'avif', 'jpg'])(
    'that is truncated keeps its profile as %s and reports that EXIF and XMP are lost',
    async (to) => {
      const file = await webpWithMetadata();
      const [losses, path] = await files().lossesOf(firstPart(file, 0.6), 'webp', to);
      expect(losses).toEqual(expect.arrayContaining(['input_damaged', 'metadata_dropped']));
      const metadata = await sharp(path).metadata();
      expect(metadata.icc?.equals(await profileOf(file))).toBe(true);
      expect(metadata.exif && metadata.orientation !== 1).toBeFalsy();
    },
  );

  it('that is truncated has the colours of its profile if the output holds no profile', async () => {
    const file = await webpWithMetadata();
    const [losses, path] = await files().lossesOf(firstPart(file, 0.6), 'webp', 'bmp');
    expect(losses).not.toContain('metadata_dropped');
    const [seen, whole] = [await decode(path, 'bmp'), await pixelsOf(file)];
    const difference = rowOf(seen, 5).map((value, i) => Math.abs(value - (rowOf(whole, 5)[i] ?? 0)));
    expect(Math.max(...difference)).toBeLessThanOrEqual(2);
  });

  it('with a wrong length is read completely, with profile, EXIF and XMP', async () => {
    const file = await webpWithMetadata();
    const stretched = Buffer.from(file);
    stretched.writeUInt32LE(file.length + 1_000, 4);
    const [losses, path] = await files().lossesOf(stretched, 'webp', 'png');
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
    const { damage, path } = await files().salvage(cut, 'webp', 'gif');
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
    await files().expectCorrupt(cut, 'webp', true);
  });

  it('that is animated and has no complete frame is refused', async () => {
    const webp = await (await frames(3)).webp({ lossless: true }).toBuffer();
    await files().expectCorrupt(webp.subarray(0, webp.indexOf('ANMF', 0, 'latin1') + 40), 'webp');
  });

  it.each([true, false])('that is truncated keeps its upper rows (lossless: %s)', async (lossless) => {
    const webp = await noisePicture().webp({ lossless, quality: 90 }).toBuffer();
    const { damage, seen } = await files().convert(firstPart(webp, 0.6), 'webp', 'tiff');
    expect(damage).toMatchObject({ unit: 'rows', total: HEIGHT_PX });
    const rows = equalRows(seen, await pixelsOf(webp));
    expect(rows).toBeGreaterThanOrEqual(HEIGHT_PX - Number(damage?.missing) - 1);
    expect(rows).toBeGreaterThan(HEIGHT_PX / 8);
    await files().expectCorrupt(firstPart(webp, 0.6), 'webp', true);
  });
});
