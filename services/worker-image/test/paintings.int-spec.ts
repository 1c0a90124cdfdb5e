import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { exec, netpbm, picture } from './fixtures.js';
import { withTraits } from './seeded-pictures.js';

/** Of 255 levels: GIMP rounds at other places. */
const TOLERANCE = 3;
const LIMIT_MS = 25_000;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
});
afterAll(() => converter.close());

const sample = (name: string): string => fileURLToPath(new URL(`samples/${name}`, import.meta.url));
async function convert(input: string, from: string, to: string): Promise<Converted & { path: string }> {
  const result = await converter.convert({ ownerKey: 'one owner', input, from, to });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code);

/** The largest difference between two pictures, as they look on black. */
async function differenceOf(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((path) =>
      sharp(path, { ignoreIcc: true })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  if (!a || !b) throw new Error('no pictures');
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height]);
  const shown = (pixels: Buffer, index: number): number =>
    index % 4 === 3
      ? (pixels[index] ?? 0)
      : ((pixels[index] ?? 0) * (pixels[index - (index % 4) + 3] ?? 0)) / 255;
  let most = 0;
  for (let index = 0; index < a.data.length; index++)
    most = Math.max(most, Math.abs(shown(a.data, index) - shown(b.data, index)));
  return most;
}

describe('a file of GIMP', () => {
  it.each([
    ['simple-bw', []],
    ['simple-bwa', []],
    ['simple-rgb', []],
    ['simple-rgba', []],
    ['grey', []],
    ['indexed', []],
    // Modes, masks, a group that is half transparent; with eight bits and with sixteen.
    ['mixed', ['layers_merged']],
    ['mixed16', ['layers_merged']],
    ['float', ['layers_merged']],
    ['half', ['layers_merged']],
    ['u32', ['layers_merged']],
    ['double', ['layers_merged']],
  ])('looks as in GIMP: %s', async (name, losses) => {
    const result = await convert(sample(`gimp/${name}.xcf`), 'xcf', 'png');
    expect(codesOf(result)).toEqual(losses);
    // What GIMP makes of numbers with a point has another profile; they are the test picture.
    const wanted = ['float', 'half', 'u32', 'double'].includes(name) ? 'indexed' : name;
    expect(await differenceOf(result.path, sample(`gimp/${wanted}.png`))).toBeLessThanOrEqual(TOLERANCE);
  });

  it('tells of a layer that is mixed in a way that is not known here', async () => {
    const result = await convert(sample('gimp/overlay.xcf'), 'xcf', 'png');
    expect(codesOf(result)).toEqual(['layers_merged', 'layer_modes_dropped']);
  });

  it('keeps its sixteen bits', async () => {
    const result = await convert(sample('gimp/mixed16.xcf'), 'xcf', 'png');
    expect((await sharp(result.path).metadata()).depth).toBe('ushort');
  });
});

describe('a painting of Krita', () => {
  it.each(['kra', 'ora'])('shows its merged picture: %s', async (format) => {
    const result = await convert(sample(`paintings/krita.${format}`), format, 'png');
    expect(codesOf(result)).toEqual(['layers_merged']);
    expect(await differenceOf(result.path, sample('paintings/krita.png'))).toBeLessThanOrEqual(TOLERANCE);
  });
});

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** A file of GIMP, version 0, with one tile of 64 × 64 shades. @param tile - as it is packed by run lengths */
function gimpOf(tile: Buffer, { layers = 1, compression = 1, sidePx = 64 } = {}): Buffer {
  const head = Buffer.concat([Buffer.from('gimp xcf file\0'), u32(sidePx, sidePx, 1)]);
  const properties = Buffer.concat([u32(17, 1), Buffer.from([compression]), u32(0, 0)]);
  const layerAt = head.length + properties.length + 4 * (layers + 2);
  const layerBytes = 12 + 4 + 8 + 8;
  const pointers = u32(...Array.from({ length: layers }, () => layerAt), 0, 0);
  const hierarchyAt = layerAt + layerBytes;
  const tiles = Math.ceil(sidePx / 64) ** 2;
  const levelAt = hierarchyAt + 20;
  const tileAt = levelAt + 8 + 4 * (tiles + 1);
  return Buffer.concat([
    ...[head, properties, pointers],
    ...[u32(sidePx, sidePx, 2), u32(0), u32(0, 0), u32(hierarchyAt, 0)],
    ...[u32(sidePx, sidePx, 1), u32(levelAt, 0)],
    ...[u32(sidePx, sidePx), u32(...Array.from({ length: tiles }, () => tileAt), 0), tile],
  ]);
}
/** All pixels of the tile as one run. */
const WHITE_TILE = Buffer.from([127, 0x10, 0, 255]);

describe('a hostile file of GIMP', () => {
  const outcome = async (file: Buffer, from = 'xcf') => {
    const startedAt = performance.now();
    await writeFile(at(`hostile.${from}`), file);
    const code = await convert(at(`hostile.${from}`), from, 'png').then(
      () => 'converted',
      (error: { code: string }) => error.code,
    );
    expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
    return code;
  };

  it('is converted if it is harmless', async () => {
    expect(await outcome(gimpOf(WHITE_TILE))).toBe('converted');
    expect(await outcome(gimpOf(deflateSync(Buffer.alloc(4_096, 200)), { compression: 2 }))).toBe(
      'converted',
    );
  });

  it.each([
    ['a run of no length', gimpOf(Buffer.from([127, 0, 0, 255, 127, 0x10, 0, 255]))],
    ['a run beyond its tile', gimpOf(Buffer.from([127, 0xff, 0xff, 255]))],
    ['a tile that ends early', gimpOf(Buffer.from([127, 0, 5, 255]))],
    ['a tile that unpacks to too much', gimpOf(deflateSync(Buffer.alloc(1e7)), { compression: 2 })],
    ['a compression that nobody knows', gimpOf(WHITE_TILE, { compression: 9 })],
    [
      'properties without end',
      Buffer.concat([gimpOf(WHITE_TILE).subarray(0, 26), u32(...Array(4_000).fill([99, 0]).flat())]),
    ],
  ])('is refused for %s', async (_, file) => {
    expect(await outcome(file)).toBe('FILE_CORRUPT');
  });

  it.each([
    ['thousands of layers', gimpOf(WHITE_TILE, { layers: 3_000 })],
    ['layers with too many pixels', gimpOf(WHITE_TILE, { layers: 1_000, sidePx: 2_048 })],
  ])('is refused for %s', async (_, file) => {
    expect(await outcome(file)).toBe('FILE_TOO_LARGE');
  });

  it('and a painting without a merged picture is refused', async () => {
    const entry = (name: string, data: Buffer): Buffer => {
      const head = Buffer.alloc(30);
      head.write('PK\x03\x04', 'latin1');
      head.writeUInt32LE(data.length, 18);
      head.writeUInt32LE(data.length, 22);
      head.writeUInt16LE(name.length, 26);
      return Buffer.concat([head, Buffer.from(name), data]);
    };
    const directoryLine = (name: string, offset: number, length: number): Buffer => {
      const line = Buffer.alloc(46);
      line.write('PK\x01\x02', 'latin1');
      line.writeUInt32LE(length, 20);
      line.writeUInt32LE(length, 24);
      line.writeUInt16LE(name.length, 28);
      line.writeUInt32LE(offset, 42);
      return Buffer.concat([line, Buffer.from(name)]);
    };
    const zipOf = (name: string, content: Buffer): Buffer => {
      const type = Buffer.from('image/openraster');
      const parts = [entry('mimetype', type), entry(name, content)];
      const lines = [
        directoryLine('mimetype', 0, type.length),
        directoryLine(name, parts[0]?.length ?? 0, content.length),
      ];
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 'latin1');
      end.writeUInt16LE(2, 8);
      end.writeUInt16LE(2, 10);
      end.writeUInt32LE(Buffer.concat(lines).length, 12);
      end.writeUInt32LE(Buffer.concat(parts).length, 16);
      return Buffer.concat([...parts, ...lines, end]);
    };
    const png = await picture().png().toBuffer();
    expect(await outcome(zipOf('mergedimage.png', png), 'ora')).toBe('converted');
    expect(await outcome(zipOf('other.png', png), 'ora')).toBe('FILE_CORRUPT');
    expect(await outcome(zipOf('mergedimage.png', deflateRawSync(png)), 'ora')).toBe('FILE_CORRUPT');
  });
});

describe('a Photoshop file', () => {
  const infoOf = async (path: string): Promise<string> =>
    (await exec('oiiotool', ['--info', '-v', path])).stdout;

  it('has a layer with the transparency, and the profile', async () => {
    await withTraits({ isClear: true }).png().toFile(at('clear.png'));
    const { path, losses } = await convert(at('clear.png'), 'png', 'psd');
    expect(losses).toEqual([]);
    const script =
      'import sys; from PIL import Image; p = Image.open(sys.argv[1]); ' +
      'print(p.mode, p.size, [(l[0], l[1], l[2]) for l in p.layers]); p.seek(1); p.convert("RGBA").save(sys.argv[2])';
    const { stdout } = await exec('python3', ['-c', script, path, at('layer.png')]);
    expect(stdout.trim()).toBe("RGBA (64, 64) [('Layer 1', 'RGBA', (0, 0, 64, 64))]");
    expect(await infoOf(path)).toMatch(/64 x +64, 4 channel, uint8/);
    await exec('oiiotool', [path, '-o', at('merged.png')]);
    for (const seen of ['layer.png', 'merged.png'])
      expect(await differenceOf(at(seen), at('clear.png'))).toBeLessThanOrEqual(1);
    await withTraits({ isWide: true }).png().toFile(at('wide.png'));
    const wide = await convert(at('wide.png'), 'png', 'psd');
    expect(wide.losses).toEqual([]);
    expect((await readFile(wide.path)).includes('acsp')).toBe(true);
  });

  it.each([false, true])('keeps sixteen bits, transparent: %p', async (isClear) => {
    await withTraits({ isDeep: true, isClear }).png().toFile(at('deep.png'));
    const { path, losses } = await convert(at('deep.png'), 'png', 'psd');
    expect(losses).toEqual([]);
    expect(await infoOf(path)).toMatch(/uint16/);
    await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, at('deep-seen.png')]);
    expect(await differenceOf(at('deep-seen.png'), at('deep.png'))).toBeLessThanOrEqual(1);
  });

  it('is the same after run lengths of all kinds', async () => {
    const pixels = Buffer.alloc(300 * 40 * 3);
    for (let index = 0; index < pixels.length; index++) {
      const [x, y] = [Math.floor(index / 3) % 300, Math.floor(index / 900)];
      pixels[index] = x % (y + 1) === 0 ? (x * 7 + index) % 256 : y;
    }
    await sharp(pixels, { raw: { width: 300, height: 40, channels: 3 } })
      .png()
      .toFile(at('runs.png'));
    const { path } = await convert(at('runs.png'), 'png', 'psd');
    await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, at('runs-seen.png')]);
    expect(await differenceOf(at('runs-seen.png'), at('runs.png'))).toBe(0);
  });
});

describe('the pixels of a picture', () => {
  /** Half of it is transparent, and it has thousands of colours. */
  const colourful = async (): Promise<string> => {
    const pixels = Buffer.alloc(200 * 100 * 4);
    for (let index = 0; index < 200 * 100; index++)
      pixels.set([index % 251, index % 83, index >> 8, index % 2 === 0 ? 255 : 0], index * 4);
    await sharp(pixels, { raw: { width: 200, height: 100, channels: 4 } })
      .png()
      .toFile(at('colourful.png'));
    return at('colourful.png');
  };

  it('are all in a surface of DirectDraw', async () => {
    const { path, losses } = await convert(await colourful(), 'png', 'dds');
    expect(losses).toEqual([]);
    await exec('oiiotool', [path, '-o', at('dds.png')]);
    expect(await differenceOf(at('dds.png'), at('colourful.png'))).toBe(0);
    await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, at('dds-too.png')]);
    expect(await differenceOf(at('dds-too.png'), at('colourful.png'))).toBe(0);
  });

  it('are all in an X pixmap', async () => {
    const { path, losses } = await convert(await colourful(), 'png', 'xpm');
    expect(losses).toEqual([]);
    await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, at('xpm.png')]);
    expect(await differenceOf(at('xpm.png'), at('colourful.png'))).toBe(0);
    await netpbm('xpmtoppm', [path], at('xpm.ppm'));
    const flat = await sharp(at('colourful.png'))
      .flatten({ background: '#000000' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const opaque = (await readFile(at('xpm.ppm'))).subarray(-flat.length);
    const wrong = Array.from({ length: 200 * 100 }, (_, index) => index).filter(
      (index) =>
        index % 2 === 0 &&
        !opaque.subarray(index * 3, index * 3 + 3).equals(flat.subarray(index * 3, index * 3 + 3)),
    );
    expect(wrong).toEqual([]);
  });

  it('that are half transparent are not in an X pixmap, and this is reported', async () => {
    const clear = { create: { width: 9, height: 9, channels: 4, background: '#ff000080' } } as const;
    await sharp(clear).png().toFile(at('half.png'));
    expect(codesOf(await convert(at('half.png'), 'png', 'xpm'))).toEqual(['half_transparency_dropped']);
  });
});
