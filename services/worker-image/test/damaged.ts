import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, expect } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { HEIGHT_PX, WIDTH_PX } from './fixtures.js';
import { type Decoded, decode } from './look.js';

/** A picture of pseudo-random pixels, so that missing parts are found. */
export function noisePicture(width = WIDTH_PX, height = HEIGHT_PX): Sharp {
  const data = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let i = 0; i < data.length; i++) {
    seed = (seed * 48_271) % 2_147_483_647;
    data[i] = 100 + (seed % 56);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The beginning of a file. @param share - how much of it, 0 to 1 */
export const firstPart = (bytes: Buffer, share: number): Buffer =>
  bytes.subarray(0, Math.floor(bytes.length * share));
/** A file with some bytes inserted. @param what - bytes, or one letter for each byte (latin1) */
export const insert = (bytes: Buffer, at: number, what: string | Buffer): Buffer =>
  Buffer.concat([
    bytes.subarray(0, at),
    Buffer.isBuffer(what) ? what : Buffer.from(what, 'latin1'),
    bytes.subarray(at),
  ]);

/** What a damaged picture became. */
interface Result {
  readonly seen: Decoded;
  /** Parameters of the loss `input_damaged`; undefined if there is none. */
  readonly damage: Readonly<Record<string, string | number>> | undefined;
  readonly path: string;
}

/** The bytes of one row of pixels, counted from the top. */
export const rowOf = ({ rgb, widthPx }: Decoded, y: number): Buffer =>
  rgb.subarray(y * widthPx * 3, (y + 1) * widthPx * 3);
/** Red, green and blue of one pixel. */
export const pixel = (seen: Decoded, x: number, y: number): number[] => [
  ...rowOf(seen, y).subarray(x * 3, x * 3 + 3),
];

/** The pixels of an undamaged picture, in sRGB. */
export const pixelsOf = async (file: Buffer): Promise<Decoded> => {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgb: data };
};

/** Number of rows from the top that equal the complete picture. */
export function equalRows(seen: Decoded, whole: Decoded): number {
  let rows = 0;
  while (rows < whole.heightPx && rowOf(seen, rows).equals(rowOf(whole, rows))) rows++;
  return rows;
}

/** The colour profile of a picture. */
export const profileOf = async (file: Buffer): Promise<Buffer> =>
  (await sharp(file).metadata()).icc as Buffer;

/** A WebP with a profile, EXIF with a rotation, and XMP, in this order: profile, pixels, EXIF, XMP. */
export const webpWithMetadata = (): Promise<Buffer> =>
  noisePicture()
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>')
    .withExif({ IFD0: { Artist: 'Ansel' } })
    .withMetadata({ orientation: 6 })
    .webp({ quality: 90 })
    .toBuffer();

/** Converts damaged files with the engines of this worker. */
export class DamagedFiles {
  private constructor(private readonly converter: Converter) {}

  /** Starts the engines before all tests of a file and ends them after. @returns the converter, once they have started */
  static forAllTests(): () => DamagedFiles {
    let files: DamagedFiles;
    beforeAll(async () => {
      files = new DamagedFiles(await createConverter(new URL('../src/engines/', import.meta.url)));
    });
    afterAll(() => files.converter.close());
    return () => files;
  }

  /** Converts a file and returns all outputs and losses. */
  convertAll(bytes: Buffer, from: string, to: string, strict = false): Promise<Converted> {
    return this.converter.convertBytes(bytes, { ownerKey: 'one owner', from, to, strict });
  }

  /** Converts a file, and returns where its first output is and what damage was reported. */
  async salvage(bytes: Buffer, from: string, to: string, strict = false): Promise<Omit<Result, 'seen'>> {
    const { outputs, losses } = await this.convertAll(bytes, from, to, strict);
    const damage = losses.find(({ code }) => code === 'input_damaged')?.params;
    return { path: outputs[0]?.path as string, damage };
  }

  /** The same, with the pixels of the output. */
  async convert(bytes: Buffer, from: string, to = 'png', strict = false): Promise<Result> {
    const result = await this.salvage(bytes, from, to, strict);
    return { ...result, seen: await decode(result.path, to) };
  }

  /** The codes of the losses, and the path of the output. */
  async lossesOf(bytes: Buffer, from: string, to: string): Promise<[string[], string]> {
    const { outputs, losses } = await this.convertAll(bytes, from, to);
    return [losses.map(({ code }) => code), outputs[0]?.path as string];
  }

  /** Expects the complete picture in strict mode. */
  async expectWhole(bytes: Buffer, from: string, whole: Decoded): Promise<void> {
    const { seen, damage } = await this.convert(bytes, from, from === 'png' ? 'tiff' : 'png', true);
    expect(damage).toBeUndefined();
    expect([seen.widthPx, seen.heightPx]).toEqual([whole.widthPx, whole.heightPx]);
    expect(equalRows(seen, whole)).toBe(whole.heightPx);
  }

  /** Expects that a file is refused with FILE_CORRUPT. */
  expectCorrupt(bytes: Buffer, from: string, strict = false): Promise<void> {
    return expect(this.convert(bytes, from, from === 'png' ? 'tiff' : 'png', strict)).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  }
}
