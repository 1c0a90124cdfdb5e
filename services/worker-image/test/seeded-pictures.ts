import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { madeOnce, type SeededFile } from '@filemill/worker/proving';
import sharp, { type Sharp } from 'sharp';
import { DELAYS_MS, exec, frames, LOOPS, netpbm, picture, SVG } from './fixtures.js';
import { ultraHdr } from './ultra-hdr.js';

/** What a picture of the corpus may have. */
export interface Traits {
  readonly isClear?: boolean;
  readonly isDeep?: boolean;
  readonly isWide?: boolean;
  readonly isTagged?: boolean;
}

/** Who made the picture, in the EXIF of tagged ones: the mark that a test looks for in an output. */
export const ARTIST = 'A. Painter';

const CLEAR_SVG = SVG.replace(/<rect[^>]*y="40"[^>]*\/>/g, '');
const NO_TRAITS: Traits = {};

/** As large as a picture of each kind of icon, so that no target makes it smaller; each quarter has whole pixels. */
const SIZE = [64, 64, { kernel: 'nearest' }] as const;

/** The picture of the other tests with some traits; its lower half is transparent. */
export function withTraits({ isClear, isDeep, isWide, isTagged }: Traits): Sharp {
  let made = (isClear ? sharp(Buffer.from(CLEAR_SVG)) : picture()).resize(...SIZE);
  if (isDeep) made = made.toColourspace('rgb16');
  if (isWide) made = made.withIccProfile('p3');
  if (isTagged) made = made.withExif({ IFD0: { Artist: ARTIST } });
  return made;
}

/** A gradient of thousands of colours; with half transparent parts. */
export function gradient(isHalfClear: boolean): Sharp {
  const [width, height, channels] = [64, 64, 4] as const;
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += channels) {
    const pixel = at / channels;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    data.set([x * 4, y * 4, 128, isHalfClear ? 64 + x : 255], at);
  }
  const made = sharp(data, { raw: { width, height, channels } });
  return isHalfClear ? made : made.removeAlpha();
}

const LITTLE_ENDIAN = 'II*\0';
const ARTIST_TAG = 315;
const TEXT = 2;
const ENTRY_BYTES = 12;

/** The TIFF with one more tag in its first directory, which moves to the end: TIFF 6.0, section 2. */
function withArtist(tiff: Buffer): Buffer {
  if (tiff.toString('latin1', 0, 4) !== LITTLE_ENDIAN) throw new Error('not a little-endian TIFF');
  const at = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(at);
  const entries = Array.from({ length: count }, (_, index) =>
    tiff.subarray(at + 2 + index * ENTRY_BYTES, at + 2 + (index + 1) * ENTRY_BYTES),
  );
  const text = Buffer.from(`${ARTIST}\0`.padEnd(12, '\0'));
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt16LE(ARTIST_TAG, 0);
  entry.writeUInt16LE(TEXT, 2);
  entry.writeUInt32LE(text.length, 4);
  const whole = tiff.length % 2 === 0 ? tiff : Buffer.concat([tiff, Buffer.alloc(1)]);
  entry.writeUInt32LE(whole.length, 8);
  const sorted = [...entries, entry].toSorted((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const size = Buffer.alloc(2);
  size.writeUInt16LE(count + 1);
  const moved = Buffer.concat([whole, text, size, ...sorted, Buffer.alloc(4)]);
  moved.writeUInt32LE(whole.length + text.length, 4);
  return moved;
}

/** Writes the files of the corpus. @param folder - the converter's, known only when the tests run */
export class SeededPictures {
  private count = 0;
  constructor(private readonly folder: () => string) {}

  private path(extension: string): string {
    return join(this.folder(), `seeded-${++this.count}.${extension}`);
  }

  /** By one of sharp's encoders. @param encode - settings of the encoder */
  bySharp(
    extension: string,
    traits: Traits,
    encode: (picture: Sharp) => Sharp = (one) => one,
  ): SeededFile['make'] {
    return madeOnce(async (has) => {
      const path = this.path(extension);
      await encode(withTraits(has ? traits : NO_TRAITS)).toFile(path);
      return path;
    });
  }

  /** TIFF, whose tags sharp does not write. */
  tiff(traits: Traits): SeededFile['make'] {
    return madeOnce(async (has) => {
      const path = this.path('tiff');
      const tiff = await withTraits(has ? traits : NO_TRAITS)
        .tiff({ compression: 'lzw' })
        .toBuffer();
      await writeFile(path, has && traits.isTagged ? withArtist(tiff) : tiff);
      return path;
    });
  }

  /** By another program, from a PNG. */
  byProgram(
    extension: string,
    traits: Traits,
    write: (png: string, path: string) => Promise<unknown>,
  ): SeededFile['make'] {
    return madeOnce(async (has) => {
      const [png, path] = [this.path('png'), this.path(extension)];
      await withTraits(has ? traits : NO_TRAITS)
        .png()
        .toFile(png);
      await write(png, path);
      return path;
    });
  }

  /** By ffmpeg. */
  byFfmpeg(extension: string, traits: Traits, ...args: readonly string[]): SeededFile['make'] {
    return this.byProgram(extension, traits, (png, path) =>
      exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', png, ...args, path]),
    );
  }

  /** By programs of Netpbm, one after the other. */
  byNetpbm(
    extension: string,
    traits: Traits,
    ...programs: readonly (readonly string[])[]
  ): SeededFile['make'] {
    return this.byProgram(extension, traits, async (png, path) => {
      let input = png;
      for (const [index, [program = '', ...args]] of programs.entries()) {
        const output = index === programs.length - 1 ? path : this.path('pam');
        await netpbm(program, [...args, input], output);
        input = output;
      }
    });
  }

  /** Any picture of sharp. */
  madeBy(extension: string, make: (has: boolean) => Promise<Sharp> | Sharp): SeededFile['make'] {
    return madeOnce(async (has) => {
      const path = this.path(extension);
      await (await make(has)).toFile(path);
      return path;
    });
  }

  /** A file of these bytes. */
  ofBytes(extension: string, make: (has: boolean) => Promise<Buffer> | Buffer): SeededFile['make'] {
    return madeOnce(async (has) => {
      const path = this.path(extension);
      await writeFile(path, await make(has));
      return path;
    });
  }

  /** A photo of a phone: profile, EXIF and a gain map. */
  phonePhoto(): SeededFile['make'] {
    const base = (traits: Traits) =>
      withTraits(traits).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
    return this.ofBytes('jpg', async (has) =>
      has ? ultraHdr(await base({ isWide: true, isTagged: true })) : base({}),
    );
  }

  /** Three pictures that play some times, or one. */
  animation(extension: 'gif' | 'webp'): SeededFile['make'] {
    return this.madeBy(extension, async (has) => {
      const made = await frames(has ? 3 : 1);
      const timing = has ? { delay: DELAYS_MS, loop: LOOPS } : { delay: [100] };
      return extension === 'gif' ? made.gif(timing) : made.webp({ lossless: true, ...timing });
    });
  }

  /** A transparent drawing. */
  drawing(): SeededFile['make'] {
    return this.ofBytes('svg', (has) => Buffer.from(has ? CLEAR_SVG : SVG));
  }
}

/** Whether Debian's vips finds 16 bits in a picture. */
export const isDeep = async (path: string): Promise<boolean> =>
  /ushort/i.test((await exec('vipsheader', ['-f', 'format', path])).stdout);

/** Formats that Debian's vips reads here and did not write. */
const BY_VIPS = ['png', 'apng', 'jpg', 'webp', 'avif', 'gif', 'tiff', 'ppm'];

/** Kind of the samples, as ffmpeg names it: `rgba64le`. */
const samplesOf = async (path: string): Promise<string> =>
  (await exec('ffprobe', ['-v', 'error', '-show_entries', 'stream=pix_fmt', '-of', 'csv=p=0', path])).stdout;

/** Readers of one trait in an output, each another program than the writer, or the bytes. */
export const SEEN = {
  async transparency(path: string, format: string): Promise<boolean | undefined> {
    const bytes = await readFile(path);
    if (format === 'tga') return bytes[16] === 32;
    if (format === 'qoi') return bytes[12] === 4;
    if (format === 'sgi') return bytes[11] === 4;
    if (format === 'pam') return /^DEPTH 4$/m.test(bytes.toString('latin1', 0, 100));
    if (format === 'psd') return bytes.readUInt16BE(12) === 4;
    if (format === 'xpm') return bytes.includes(' c None');
    if (format === 'pdf') return bytes.includes('/SMask');
    if (format === 'heic') return (await exec('heif-info', [path])).stdout.includes('alpha channel: yes');
    if (['jp2', 'jxl', 'dds'].includes(format)) return /rgba|bgra/.test(await samplesOf(path));
    if (!BY_VIPS.includes(format)) return undefined;
    return ['2', '4'].includes((await exec('vipsheader', ['-f', 'bands', path])).stdout.trim());
  },
  async depth(path: string, format: string): Promise<boolean | undefined> {
    if (['jp2', 'jxl'].includes(format)) return /64|48/.test(await samplesOf(path));
    if (['sgi', 'dpx', 'exr', 'hdr', 'psd'].includes(format))
      return /uint16|float/.test((await exec('oiiotool', ['--info', path])).stdout);
    return BY_VIPS.includes(format) ? isDeep(path) : undefined;
  },
  async profile(path: string, format: string): Promise<boolean | undefined> {
    const bytes = await readFile(path);
    if (format === 'pdf') return bytes.includes('/ICCBased');
    // The mark of every profile: ICC.1, section 7.2.
    if (['heic', 'jp2', 'psd'].includes(format)) return bytes.includes('acsp');
    // JPEG XL says what a profile means instead of storing it.
    if (format === 'jxl') return (await exec('jxlinfo', [path])).stdout.includes('Custom primaries');
    if (!BY_VIPS.includes(format)) return undefined;
    return (await exec('vipsheader', ['-a', path])).stdout.includes('icc-profile-data');
  },
  tags: async (path: string): Promise<boolean> => (await readFile(path)).includes(ARTIST),
  async animation(path: string, format: string): Promise<boolean | undefined> {
    // The chunk of animations comes before the picture: PNG, third edition.
    if (format === 'apng') return (await readFile(path)).includes('acTL');
    if (!['gif', 'webp'].includes(format)) return undefined;
    return /n-pages: [2-9]/.test((await exec('vipsheader', ['-a', path])).stdout);
  },
} as const;
