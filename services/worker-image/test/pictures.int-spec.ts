import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CORNERS, DELAYS_MS, exec, frames, HEIGHT_PX, LOOPS, picture, SVG, WIDTH_PX } from './fixtures.js';
import { colourAt, decode, distance, ffprobe, pdfInfo, vipsField } from './look.js';

let folder: string;
let converter: Converter;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
});
afterAll(() => converter.close());

async function convert(
  name: string,
  from: string,
  to: string,
  options = {},
): Promise<Converted & { path: string }> {
  const result = await converter.convert({ ownerKey: 'one owner', input: at(name), from, to, options });
  return { ...result, path: result.outputs[0]?.path as string };
}

describe('animations', () => {
  it('keep frames, delays and loops from GIF to WebP', async () => {
    await (await frames(3)).gif({ delay: DELAYS_MS, loop: LOOPS }).toFile(at('a.gif'));
    const { path, losses } = await convert('a.gif', 'gif', 'webp');
    expect(await vipsField(path, 'n-pages')).toBe('3');
    expect(await vipsField(path, 'delay')).toBe(DELAYS_MS.join(' '));
    expect(await vipsField(path, 'loop')).toBe(`${LOOPS}`);
    expect(losses).toEqual([]);
  });

  it('keep frames and delays from WebP to GIF', async () => {
    await (await frames(3)).webp({ delay: DELAYS_MS, loop: LOOPS }).toFile(at('a.webp'));
    const { path } = await convert('a.webp', 'webp', 'gif');
    const packets = await ffprobe(path, 'packet=duration_time');
    expect(packets.map(({ duration_time }) => Math.round(Number(duration_time) * 1000))).toEqual(DELAYS_MS);
  });

  it('keep frames, delays and loops from GIF to APNG', async () => {
    await (await frames(3)).gif({ delay: DELAYS_MS, loop: LOOPS }).toFile(at('c.gif'));
    const { path, losses } = await convert('c.gif', 'gif', 'apng');
    const packets = await ffprobe(path, 'packet=duration_time');
    // The last frame has no end for ffmpeg.
    expect(packets.slice(0, 2).map(({ duration_time }) => Math.round(Number(duration_time) * 1_000))).toEqual(
      DELAYS_MS.slice(0, 2),
    );
    const file = await readFile(path);
    const control = file.indexOf('acTL') + 4;
    expect([file.readUInt32BE(control), file.readUInt32BE(control + 4)]).toEqual([3, LOOPS]);
    expect(losses).toEqual([]);
  });

  it.each(['gif', 'webp'])('keep frames and delays from APNG to %s', async (to) => {
    await (await frames(3)).gif({ delay: [100, 200, 200] }).toFile(at('d.gif'));
    await exec('ffmpeg', ['-v', 'error', '-y', '-i', at('d.gif'), '-plays', '3', '-f', 'apng', at('d.apng')]);
    const { path, losses } = await convert('d.apng', 'apng', to);
    expect(await vipsField(path, 'n-pages')).toBe('3');
    expect((await vipsField(path, 'delay')).split(' ').slice(0, 2)).toEqual(['100', '200']);
    expect(losses).toEqual([]);
  });

  it('become a still picture in PNG, and this is reported', async () => {
    await (await frames(3)).gif({ delay: DELAYS_MS }).toFile(at('e.gif'));
    await exec('ffmpeg', ['-v', 'error', '-y', '-i', at('e.gif'), '-f', 'apng', at('e.apng')]);
    const { losses } = await convert('e.apng', 'apng', 'png');
    expect(losses.map(({ code }) => code)).toEqual(['animation_dropped']);
  });

  it('lose all but the first frame in a still format, and this is reported', async () => {
    await (await frames(3)).gif({ delay: DELAYS_MS }).toFile(at('b.gif'));
    const { path, losses } = await convert('b.gif', 'gif', 'jpg');
    expect(losses.map(({ code }) => code)).toEqual(['animation_dropped']);
    expect(distance(colourAt(await decode(path, 'jpg'), 0.25, 0.25), CORNERS.topLeft)).toBeLessThan(20);
  });
});

describe('EXIF orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied to the pixels', async (orientation) => {
    // The stored pixels are rotated inversely, so that a viewer shows the upright picture.
    const inverse = orientation === 6 ? 8 : orientation === 8 ? 6 : orientation;
    const tagged = await picture().withMetadata({ orientation: inverse }).png().toBuffer();
    const stored = await sharp(tagged).autoOrient().toBuffer();
    await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toFile(at('o.jpg'));
    for (const to of ['png', 'pdf']) {
      const { path, outputs } = await convert('o.jpg', 'jpg', to);
      const seen = await decode(path, to);
      expect([seen.widthPx, seen.heightPx]).toEqual([WIDTH_PX, HEIGHT_PX]);
      expect(distance(colourAt(seen, 0.25, 0.25), CORNERS.topLeft)).toBeLessThan(20);
      expect(distance(colourAt(seen, 0.75, 0.25), CORNERS.topRight)).toBeLessThan(20);
      expect(outputs[0]?.facts.orientation ?? 1).toBe(1);
    }
  });
});

describe('colour', () => {
  beforeAll(async () => {
    await picture()
      .withIccProfile('p3')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(at('p3.jpg'));
  });

  it.each(['png', 'webp', 'tiff', 'avif'])('is kept in %s, with its wide-gamut profile', async (to) => {
    const { path } = await convert('p3.jpg', 'jpg', to);
    expect(
      Number((/(\d+) bytes/.exec(await vipsField(path, 'icc-profile-data')) ?? [])[1] ?? 1),
    ).toBeGreaterThan(0);
    const stored = await decode(at('p3.jpg'), 'jpg');
    const seen = await decode(path, to);
    expect(distance(colourAt(seen, 0.75, 0.25), colourAt(stored, 0.75, 0.25))).toBeLessThan(14);
  });

  it.each(['gif', 'bmp'])('is converted to sRGB in %s, which holds no profile', async (to) => {
    const { path } = await convert('p3.jpg', 'jpg', to);
    expect(distance(colourAt(await decode(path, to), 0.75, 0.25), CORNERS.topRight)).toBeLessThan(10);
  });

  it('is kept in a PDF, with the profile and the compressed data of the JPEG', async () => {
    const { path } = await convert('p3.jpg', 'jpg', 'pdf');
    const { stdout } = await exec('pdfimages', ['-list', path]);
    expect(stdout).toMatch(/image\s+120\s+80\s+icc\s+3\s+8\s+jpeg/);
  });

  it('is converted from CMYK to sRGB', async () => {
    await picture().toColourspace('cmyk').jpeg({ quality: 95 }).toFile(at('cmyk.jpg'));
    const { path } = await convert('cmyk.jpg', 'jpg', 'png');
    const [stream] = await ffprobe(path, 'stream=pix_fmt');
    expect(stream?.pix_fmt).toBe('rgb24');
    expect(distance(colourAt(await decode(path, 'png'), 0.25, 0.25), CORNERS.topLeft)).toBeLessThan(60);
  });

  it('of 16 bits is kept between PNG and TIFF', async () => {
    await picture().toColourspace('rgb16').png().toFile(at('deep.png'));
    const { path } = await convert('deep.png', 'png', 'tiff');
    expect(await vipsField(path, 'format')).toMatch(/ushort/i);
  });
});

describe('transparency', () => {
  beforeAll(async () => {
    const clear = SVG.replace(/<rect[^>]*y="40"[^>]*\/>/g, '');
    await sharp(Buffer.from(clear)).png().toFile(at('clear.png'));
  });

  it.each(['jpg', 'bmp'])('becomes white in %s, and the loss is reported', async (to) => {
    const { path, losses } = await convert('clear.png', 'png', to);
    expect(losses.map(({ code }) => code)).toEqual(['transparency_flattened']);
    expect(distance(colourAt(await decode(path, to), 0.5, 0.8), [255, 255, 255])).toBeLessThan(4);
  });

  it.each(['webp', 'gif', 'tiff', 'avif'])('is kept in %s', async (to) => {
    const { path, losses } = await convert('clear.png', 'png', to);
    expect(await vipsField(path, 'bands')).toBe('4');
    expect(losses).toEqual([]);
  });

  it('is not reported as lost if every pixel is opaque', async () => {
    await picture().ensureAlpha().png().toFile(at('opaque.png'));
    expect((await convert('opaque.png', 'png', 'jpg')).losses).toEqual([]);
  });
});

describe('pages', () => {
  beforeAll(async () => {
    await (await frames(3)).tiff({ compression: 'lzw' }).toFile(at('pages.tiff'));
  });

  it('become one output each', async () => {
    const { outputs } = await convert('pages.tiff', 'tiff', 'jpg');
    expect(outputs).toHaveLength(3);
    for (const { path } of outputs) expect(await vipsField(path, 'width')).toBe(`${WIDTH_PX}`);
  });

  it('become pages of a PDF', async () => {
    const { path } = await convert('pages.tiff', 'tiff', 'pdf');
    expect(await pdfInfo(path)).toEqual({ pages: 3, widthPoints: 90, heightPoints: 60 });
  });
});

describe('metadata', () => {
  it('of EXIF is kept, without the orientation that was applied', async () => {
    const exif = { IFD0: { Artist: 'A. Painter', Orientation: '6' } };
    await picture().withExif(exif).jpeg().toFile(at('exif.jpg'));
    const { path } = await convert('exif.jpg', 'jpg', 'webp');
    expect(await vipsField(path, 'exif-ifd0-Artist')).toContain('A. Painter');
    expect(await vipsField(path, 'orientation').catch(() => '1')).toBe('1');
  });
});

describe('HEIC', () => {
  it('keeps ten bits, and reports that EXIF was dropped', async () => {
    await picture()
      .toColourspace('rgb16')
      .withExif({ IFD0: { Artist: 'A. Painter' } })
      .png()
      .toFile(at('deep10.png'));
    await exec('vips', [
      'heifsave',
      at('deep10.png'),
      at('ten.heic'),
      '--compression',
      'hevc',
      '--bitdepth',
      '10',
    ]);
    const { path, losses } = await convert('ten.heic', 'heic', 'png');
    expect(losses.map(({ code }) => code)).toEqual(['metadata_dropped']);
    const [stream] = await ffprobe(path, 'stream=pix_fmt');
    expect(stream?.pix_fmt).toBe('rgb48be');
  });
});

describe('bitmaps', () => {
  it.each([
    ['pal8', 'bmp'],
    ['rgb565le', 'bmp'],
    ['rgb555le', 'bmp'],
    ['bgra', 'bmp'],
    ['monob', 'bmp'],
  ])('of pixel format %s are read', async (pixelFormat) => {
    await picture().png().toFile(at('bits.png'));
    await exec('ffmpeg', [
      '-loglevel',
      'error',
      '-y',
      '-i',
      at('bits.png'),
      '-pix_fmt',
      pixelFormat,
      at('bits.bmp'),
    ]);
    const { path } = await convert('bits.bmp', 'bmp', 'png');
    const [seen, wanted] = await Promise.all([decode(path, 'png'), decode(at('bits.bmp'), 'bmp')]);
    // Five bits are expanded to eight in two usual ways, one level apart.
    const worst = seen.rgb.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (wanted.rgb[i] ?? 0))),
      0,
    );
    expect(worst).toBeLessThanOrEqual(pixelFormat.startsWith('rgb5') ? 4 : 0);
  });
});

describe('options', () => {
  it('include a quality: a lower one makes a smaller file', async () => {
    await picture().blur(3).sharpen().png().toFile(at('q.png'));
    const low = await convert('q.png', 'png', 'jpg', { quality: 20 });
    const high = await convert('q.png', 'png', 'jpg', { quality: 95 });
    expect(low.outputs[0]?.sizeBytes).toBeLessThan(Number(high.outputs[0]?.sizeBytes));
  });

  it('are refused if the quality is 101', async () => {
    await writeFile(at('s.svg'), SVG);
    await expect(convert('s.svg', 'svg', 'jpg', { quality: 101 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });
});
