import sharp, { type Metadata, type Sharp } from 'sharp';
import { unlessDamaged } from './damage.js';

sharp.concurrency(1);
sharp.cache(false);
// By content, but only these.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** The largest picture that our output check accepts. */
const MAX_PIXELS = 100_000_000;
/** No difference is seen at this quality. */
const QUALITY = 92;
const OPTIONS = { limitInputPixels: MAX_PIXELS } as const;

/** A page as a book holds it. */
export interface Picture {
  readonly type: 'jpeg' | 'png';
  readonly bytes: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
  /** 1 for grey, 3 for colours; absent where an output need not know it. */
  readonly channels: number;
  /** Its ICC profile. */
  readonly profile?: Buffer | undefined;
}

/** What is known of a page after it was read. */
export interface ReadPicture {
  readonly picture: Picture;
  readonly isDamaged: boolean;
  readonly isAnimated: boolean;
}

/** A page has more pixels than a conversion may hold. */
export class TooManyPixels extends Error {}

/** Whether an output holds a PNG as it is. */
export type HoldsPng = (bytes: Buffer) => boolean;

/**
 * Keeps a JPEG or PNG byte for byte where readers of books show it right; all others become one of the two. What is left of
 * a damaged picture is kept.
 *
 * @returns undefined if it cannot be read at all
 */
export async function readPicture(bytes: Buffer, holdsPng: HoldsPng): Promise<ReadPicture | undefined> {
  const seen = await unlessDamaged(sharp(bytes, { ...OPTIONS, limitInputPixels: false }).metadata());
  if (!seen) return undefined;
  if (seen.width * seen.height > MAX_PIXELS) throw new TooManyPixels();
  const isAnimated = (seen.pages ?? 1) > 1;
  const isWhole = await isReadable(bytes);
  const picture = isWhole && isKept(bytes, seen, holdsPng) ? kept(bytes, seen) : await redrawn(bytes, seen);
  return picture && { picture, isAnimated, isDamaged: !isWhole };
}

/** Decodes all of it, and nothing but a few pixels is kept. */
const isReadable = async (bytes: Buffer): Promise<boolean> => {
  const small = sharp(bytes, { ...OPTIONS, failOn: 'truncated' }).resize(8, 8, {
    fit: 'fill',
    kernel: 'nearest',
  });
  return (await unlessDamaged(small.raw().toBuffer())) !== undefined;
};

/** Four channels of a JPEG are inks, which few readers show right; its orientation is known to fewer. */
const isKept = (
  bytes: Buffer,
  { format, channels, orientation = 1 }: Metadata,
  holdsPng: HoldsPng,
): boolean =>
  format === 'jpeg' ? [1, 3].includes(channels) && orientation === 1 : format === 'png' && holdsPng(bytes);

const kept = (bytes: Buffer, { format, width, height, channels, icc }: Metadata): Picture => ({
  ...{ type: format === 'png' ? 'png' : 'jpeg', bytes },
  ...{ widthPx: width, heightPx: height, channels, profile: icc },
});

/** In sRGB and upright; transparent parts become white, as paper. */
async function redrawn(bytes: Buffer, { format }: Metadata): Promise<Picture | undefined> {
  const hasLines = format === 'png' || format === 'gif';
  const image = sharp(bytes, { ...OPTIONS, failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb');
  const encoded: Sharp = hasLines
    ? image.png({ compressionLevel: 6 })
    : image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' });
  const made = await unlessDamaged(encoded.toBuffer({ resolveWithObject: true }));
  if (!made) return undefined;
  const { width, height, channels } = made.info;
  const type = hasLines ? 'png' : 'jpeg';
  return { type, bytes: made.data, widthPx: width, heightPx: height, channels };
}
