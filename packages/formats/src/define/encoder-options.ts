import { z } from 'zod';
import { lossyImageOptions } from './options.js';
import { more } from './shape-options.js';

const lossless = z
  .boolean()
  .default(false)
  .describe('Keeps every pixel as it is: a larger file, and quality has no effect.');
const chroma = z
  .enum(['auto', 'full', 'half'])
  .default('auto')
  .describe(
    'Colours at the full resolution, or at half of it, which photos hardly show; automatic decides by quality.',
  )
  .meta(more);
/** @param byDefault - what is fast and small */
const effort = (min: number, max: number, byDefault: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .default(byDefault)
    .describe('More effort makes a smaller file of the same quality, and takes longer.')
    .meta(more);
const progressive = z
  .boolean()
  .default(false)
  .describe('The whole picture shows early and becomes sharper while it loads.')
  .meta(more);
const palette = {
  // Both encoders know only these depths of a palette.
  colours: z
    .literal([2, 4, 16, 256])
    .optional()
    .describe('Most different colours: fewer make a smaller file.')
    .meta(more),
  dither: z
    .int()
    .min(0)
    .max(100)
    .default(100)
    .describe('How much missing colours are mixed of dots, if there are few.')
    .meta({ unit: '%', ...more }),
};

/** Of a format whose saver loses detail: the upload is packed better instead. */
export const packingOptions = z.strictObject({
  lossless: z
    .boolean()
    .default(false)
    .describe('Packs the same picture better: every pixel stays as it is, and nothing else can change.'),
});

/*
 * Default qualities, by the structural similarity (SSIM, 1 is equal) and the size that they give a photograph of three
 * megapixels with its grain, canon.crw of the image worker's samples: JPEG 0.972 and 698 kB, WebP 0.965 and 471 kB, AVIF
 * 0.964 and 352 kB, HEIC 0.987 and 764 kB, JPEG XL 0.979 and 679 kB. `npm run bench -- defaults` measures them again.
 */
export const jpegOptions = lossyImageOptions(85).extend({ progressive, chroma });
export const webpOptions = lossyImageOptions(80).extend({
  lossless,
  effort: effort(0, 6, 2),
});
export const avifOptions = lossyImageOptions(60).extend({ lossless, effort: effort(0, 9, 1), chroma });
export const heicOptions = lossyImageOptions(60).extend({ lossless });
export const jxlOptions = lossyImageOptions(90).extend({ lossless, effort: effort(3, 9, 4) });
/** JPEG 2000 is lossless unless a quality is chosen. */
export const jp2Options = z.strictObject({
  quality: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Picture quality from 1 (smallest file) to 100 (best); left out, every pixel stays as it is.'),
});
export const pngOptions = z.strictObject({
  level: z
    .int()
    .min(1)
    .max(9)
    .optional()
    .describe('1 is fastest, 9 makes the smallest file; the picture is the same at every level.'),
  progressive,
  ...palette,
});
export const gifOptions = z.strictObject({ ...palette, effort: effort(1, 10, 3) });
export const tiffOptions = z.strictObject({
  compression: z
    .enum(['lzw', 'deflate', 'packbits', 'none'])
    .default('lzw')
    .describe(
      'How the file is packed; every one of them keeps all pixels. Old programs know LZW, PackBits and none.',
    ),
});
/** The one picture of an icon; otherwise it has one of each usual size. */
export const iconOptions = z.strictObject({
  iconSize: z
    .literal([16, 24, 32, 48, 64, 128, 256])
    .optional()
    .describe('The only size in the file; left out, every usual size that does not enlarge the picture.')
    .meta({ unit: 'px' }),
});
