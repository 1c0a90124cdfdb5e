import { readFileSync } from 'node:fs';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { exec, frames } from './fixtures.js';
import { decode, vipsField } from './look.js';

const WIDTH_PX = 160;
const HEIGHT_PX = 100;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** Slopes of colours with a grain. */
const samples = Uint8Array.from({ length: WIDTH_PX * HEIGHT_PX * 3 }, (_, i) => {
  const [x, y] = [Math.floor(i / 3) % WIDTH_PX, Math.floor(i / 3 / WIDTH_PX)];
  return [x, y * 2, (x * 7 + y * 13) % 40][i % 3] ?? 0;
});
const picture = (): Sharp => sharp(samples, { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 3 } });
/** As a program writes it that saves time, not bytes. */
const WASTEFUL = { quality: 92, optimiseCoding: false };
const EXIF = { IFD0: { Copyright: 'Ada' } };

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  const told = picture().withExif(EXIF).withIccProfile('p3');
  await told.clone().jpeg(WASTEFUL).toFile(at('told.jpg'));
  await told.clone().withMetadata({ orientation: 6 }).jpeg(WASTEFUL).toFile(at('turned.jpg'));
  await told
    .clone()
    .jpeg({ ...WASTEFUL, progressive: true })
    .toFile(at('progressive.jpg'));
  const ink = picture().toColourspace('cmyk').withIccProfile('cmyk');
  await ink.jpeg(WASTEFUL).toFile(at('ink.jpg'));
  await copyFile(at('told.jpg'), at('optimal.jpg'));
  await exec('/usr/bin/jpegoptim', ['--quiet', '--strip-none', at('optimal.jpg')]);
  // Phones write a film behind a photo.
  await writeFile(at('film.jpg'), Buffer.concat([readFileSync(at('told.jpg')), Buffer.from('ftypmp42')]));
  await writeFile(at('cut.jpg'), readFileSync(at('told.jpg')).subarray(0, -300));
  await told.clone().png({ compressionLevel: 1 }).toFile(at('told.png'));
  const grey = sharp(
    samples.map((_, i) => samples[i - (i % 3)] ?? 0),
    {
      raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 3 },
    },
  );
  await grey.withIccProfile('p3').png({ compressionLevel: 1 }).toFile(at('grey.png'));
  // Whole pictures instead of what changes.
  await (await frames(3)).gif({ delay: [100, 200, 300], loop: 3, effort: 1 }).toFile(at('small.gif'));
  await exec('/usr/bin/gifsicle', ['--unoptimize', at('small.gif'), '-o', at('moving.gif')]);
});
afterAll(() => converter.close());

const formatOf = (name: string): string => name.slice(name.indexOf('.') + 1);

async function optimise(name: string, options: Readonly<Record<string, unknown>>) {
  const format = formatOf(name);
  const { outputs, losses } = await converter.convert({
    ...{ ownerKey: 'one owner', input: at(name), from: format, to: format, options },
  });
  expect(outputs).toHaveLength(1);
  return { path: outputs[0]?.path ?? '', losses, facts: outputs[0]?.facts };
}
const bytesOf = async (path: string): Promise<number> => (await stat(path)).size;
/** Each picture of a file with its time and a sum over its samples, as ffmpeg decodes it. */
async function framesOf(path: string): Promise<string[]> {
  const { stdout } = await exec('ffmpeg', ['-v', 'error', '-i', path, '-f', 'framemd5', '-']);
  return stdout.split('\n').filter((line) => !line.startsWith('#'));
}
/** Sums over the samples of each channel, also of CMYK, with Debian's libjpeg. */
async function statisticsOf(path: string): Promise<string[][]> {
  await exec('vips', ['stats', path, `${path}.csv`]);
  // Behind these stand places, of which there may be several.
  const rows = (await readFile(`${path}.csv`, 'utf8')).trim().split('\n');
  return rows.map((row) => row.split('\t').slice(0, 6));
}

describe('a JPEG that is packed without loss', () => {
  it.each(['told.jpg', 'turned.jpg', 'progressive.jpg', 'ink.jpg'])(
    'becomes smaller, and keeps all that is in %s',
    async (name) => {
      const { path, losses } = await optimise(name, { lossless: true });
      expect(losses).toEqual([]);
      // Writers of progressive JPEGs pack them well.
      if (name !== 'progressive.jpg') expect(await bytesOf(path)).toBeLessThan(await bytesOf(at(name)));
      expect(await statisticsOf(path)).toEqual(await statisticsOf(at(name)));
      if (name !== 'ink.jpg') expect(await framesOf(path)).toEqual(await framesOf(at(name)));
      const [before, after] = await Promise.all([sharp(at(name)).metadata(), sharp(path).metadata()]);
      const { exif, icc, ...others } = after;
      expect({ ...others, size: 0 }).toEqual({ ...before, exif: undefined, icc: undefined, size: 0 });
      expect([exif, icc]).toEqual([before.exif, before.icc]);
    },
  );

  it.each(['told.jpg', 'turned.jpg', 'progressive.jpg', 'ink.jpg', 'optimal.jpg', 'film.jpg'])(
    'is what becomes of %s without any setting',
    async (name) => {
      const { path, losses } = await optimise(name, {});
      expect(losses).toEqual([]);
      expect(await bytesOf(path)).toBeLessThanOrEqual(await bytesOf(at(name)));
      expect(
        (await readFile(path)).equals(await readFile((await optimise(name, { lossless: true })).path)),
      ).toBe(true);
      expect(await statisticsOf(path)).toEqual(await statisticsOf(at(name)));
    },
  );

  it('is encoded anew if a setting asks for other pixels or another quality', async () => {
    for (const options of [{ quality: 85 }, { width: 40 }, { grey: true }])
      expect(await statisticsOf((await optimise('told.jpg', options)).path)).not.toEqual(
        await statisticsOf(at('told.jpg')),
      );
  });

  it.each(['optimal.jpg', 'film.jpg'])('stays as it is, byte by byte: %s', async (name) => {
    const { path } = await optimise(name, { lossless: true });
    expect((await readFile(path)).equals(await readFile(at(name)))).toBe(true);
  });

  it('loses its metadata if that is asked for, and is shown upright', async () => {
    const { path } = await optimise('turned.jpg', { lossless: true, metadata: 'strip' });
    expect((await readFile(path)).includes('Ada')).toBe(false);
    expect(await vipsField(path, 'orientation')).toBe('6');
    const [before, after] = await Promise.all([sharp(at('turned.jpg')).metadata(), sharp(path).metadata()]);
    expect(after.icc).toEqual(before.icc);
    expect(await statisticsOf(path)).toEqual(await statisticsOf(at('turned.jpg')));
  });

  it('becomes progressive if that is asked for', async () => {
    const { path } = await optimise('told.jpg', { lossless: true, progressive: true });
    expect((await sharp(path).metadata()).isProgressive).toBe(true);
    expect(await framesOf(path)).toEqual(await framesOf(at('told.jpg')));
  });

  it('is repaired if it is damaged, and refused if only sound files are wanted', async () => {
    const { losses } = await optimise('cut.jpg', { lossless: true });
    expect(losses).toMatchObject([{ code: 'input_damaged' }]);
    const request = { input: at('cut.jpg'), from: 'jpg', to: 'jpg', options: { lossless: true } };
    await expect(converter.convert({ ...request, strict: true })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });

  it.each([
    ['quality', 60],
    ['targetSize', 20],
    ['width', 40],
    ['rotate', 90],
    ['invert', true],
    ['density', 300],
  ])('cannot have another %s', async (field, value) => {
    await expect(optimise('told.jpg', { lossless: true, [field]: value })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { fields: { [field]: expect.any(String) } },
    });
  });
});

describe('an animation in GIF that is packed without loss', () => {
  it('becomes smaller, with the same pictures and times', async () => {
    const { path, facts } = await optimise('moving.gif', { lossless: true });
    expect(await bytesOf(path)).toBeLessThan(await bytesOf(at('moving.gif')));
    expect(await framesOf(path)).toEqual(await framesOf(at('moving.gif')));
    expect((await sharp(path).metadata()).loop).toBe((await sharp(at('moving.gif')).metadata()).loop);
    expect(facts).toMatchObject({ frames: 3 });
    // Also what somebody wants who asks for nothing.
    expect((await readFile((await optimise('moving.gif', {})).path)).equals(await readFile(path))).toBe(true);
  });
});

describe('a PNG that becomes one', () => {
  it.each(['told.png', 'grey.png'])('is packed by optipng, and keeps its profile: %s', async (name) => {
    const [packed, quick] = [await optimise(name, {}), await optimise(name, { level: 9 })];
    // Shades of grey with a profile of colours have to stay colours.
    if (name === 'told.png') expect(await bytesOf(packed.path)).toBeLessThan(await bytesOf(quick.path));
    expect(await framesOf(packed.path)).toEqual(await framesOf(at(name)));
    const [before, after] = await Promise.all([sharp(at(name)).metadata(), sharp(packed.path).metadata()]);
    expect([after.exif, after.icc, after.space]).toEqual([before.exif, before.icc, before.space]);
  });
});

const convertToPng = async (input: string, from: string) =>
  (await converter.convert({ input, from, to: 'png' })).outputs[0];

describe('other pictures that are written without loss', () => {
  it.each(['webp', 'avif', 'jxl', 'tiff', 'jp2'])('keep every pixel in %s', async (format) => {
    const name = `source.${format}`;
    const lossless = ['tiff', 'jp2'].includes(format) ? {} : { lossless: true };
    const source = { input: at('told.png'), from: 'png', to: format, options: {} };
    await copyFile((await converter.convert(source)).outputs[0]?.path ?? '', at(name));
    const { path } = await optimise(name, lossless);
    // Decoders of what was lossy differ a little.
    const { path: png } = (await convertToPng(at(name), format)) ?? {};
    expect((await decode(path, format)).rgb.equals((await decode(png ?? '', 'png')).rgb)).toBe(true);
  });
});
