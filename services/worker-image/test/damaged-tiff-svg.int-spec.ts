import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DamagedFiles, pixel, profileOf, webpWithMetadata } from './damaged.js';
import { SVG } from './fixtures.js';
import { decode } from './look.js';
import {
  cmykTiffs,
  damagedFax,
  pagesInTwoOrders,
  profiledPlanes,
  truncatedTiff,
  unusualTiffs,
} from './tiff.js';

const files = DamagedFiles.forAllTests();

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
      const { seen, damage } = await files().convert(kind.file, 'tiff', to, to === 'png');
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
    const { seen, damage } = await files().convert(tiled, 'tiff', 'png', true);
    expect(damage).toBeUndefined();
    const wanted = await files().convert(plain, 'tiff', 'png', true);
    expect(seen.rgb.equals(wanted.seen.rgb)).toBe(true);
    expect(pixel(seen, 20, 10)).not.toEqual(pixel(seen, 20, 38));
  });

  it('keeps 16 bits and the profile of tiles in separate planes', async () => {
    const icc = await profileOf(await webpWithMetadata());
    const { path, damage } = await files().salvage(profiledPlanes(icc), 'tiff', 'png', true);
    expect(damage).toBeUndefined();
    const metadata = await sharp(path).metadata();
    expect(metadata.icc?.equals(icc)).toBe(true);
    // sharp would convert the colours from the profile.
    const samples = execFileSync('/usr/bin/vips', ['getpoint', path, '0', '0'], { encoding: 'utf8' });
    expect(samples.trim()).toBe([220, 20, 30].map((level) => level * 257).join(' '));
  });

  it('keeps every page if some pages have tiles in separate planes', async () => {
    const { outputs, losses } = await files().convertAll(pagesInTwoOrders(), 'tiff', 'png');
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
    const { seen, damage } = await files().convert(file, 'tiff');
    expect(damage).toEqual({ unit: 'unknown' });
    expect(pixel(seen, 20, 10)).toEqual([220, 20, 30]);
    await files().expectCorrupt(file, 'tiff', true);
  });

  it('of a fax with damaged lines reports how many there are', async () => {
    const { damage, seen } = await files().convert(damagedFax(), 'tiff');
    expect(damage).toEqual({ unit: 'rows', missing: 3, total: 48 });
    expect([pixel(seen, 10, 10), pixel(seen, 50, 10)]).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
    await files().expectCorrupt(damagedFax(), 'tiff', true);
  });

  it('whose last strip lies outside the file has the other strips', async () => {
    const { damage, seen } = await files().convert(truncatedTiff(), 'tiff');
    expect(damage).toEqual({ unit: 'rows', missing: 16, total: 48 });
    expect([pixel(seen, 10, 10), pixel(seen, 10, 30)]).toEqual([
      [220, 20, 30],
      [20, 40, 200],
    ]);
    await files().expectCorrupt(truncatedTiff(), 'tiff', true);
  });
});

describe('an SVG', () => {
  it('that ends in the middle of a tag is drawn up to this tag', async () => {
    const { damage, seen } = await files().convert(Buffer.from(SVG.slice(0, SVG.indexOf('y="40"'))), 'svg');
    expect(damage).toEqual({ unit: 'unknown' });
    expect(pixel(seen, 30, 20)).toEqual([230, 30, 30]);
    await files().expectCorrupt(Buffer.from(SVG.slice(0, -10)), 'svg', true);
  });

  it('with a script that is truncated is drawn without the script', async () => {
    const text = SVG.replace('<rect', '<script>alert(1)</script><g><rect').slice(0, -12);
    const { damage, seen } = await files().convert(Buffer.from(text), 'svg');
    expect(damage).toEqual({ unit: 'unknown' });
    expect(pixel(seen, 30, 20)).toEqual([230, 30, 30]);
  });
});
