import { z } from 'zod';
import type { FormatSpec } from './format.js';
import { more } from './shape-options.js';

const percent = { unit: '%', ...more } as const;
/** Programs and browsers show shorter times as 100 ms, and GIF counts hundredths of a second. */
const SHORTEST_DELAY_MS = 20;
const LONGEST_DELAY_MS = 60_000;

/** Of something that is there in some strength: none, as it is, twice as much. */
const tone = z.int().min(-100).max(100).default(0);

const retouchShape = {
  trim: z
    .boolean()
    .default(false)
    .describe('Cuts off an even border around the picture, before everything else.'),
  brightness: tone.describe('-100 is black, 100 twice as light.').meta(percent),
  contrast: tone.describe('-100 is one grey, 100 twice the contrast.').meta(percent),
  saturation: tone.describe('-100 has no colours, 100 twice as much.').meta(percent),
  gamma: z
    .number()
    .min(1)
    .max(3)
    .default(1)
    .describe('Makes dark parts lighter and keeps black and white; 1 is as it is.')
    .meta(more),
  autoLevels: z
    .boolean()
    .default(false)
    .describe('Stretches the colours so that the darkest part is black and the lightest white.')
    .meta(more),
  sharpen: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe('0 leaves the picture as it is, 100 draws hard edges.')
    .meta(percent),
  blur: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe('How far colours run, in pixels.')
    .meta({ unit: 'px', ...more }),
  despeckle: z
    .literal([0, 3, 5, 7])
    .default(0)
    .describe('Removes single pixels of another colour: larger spots with a larger number.')
    .meta(more),
  invert: z
    .boolean()
    .default(false)
    .describe('Each colour becomes its opposite, as on a negative.')
    .meta(more),
};

/** Changes of the colours and edges of every picture, after those of its shape. */
export const retouchOptions = z.strictObject(retouchShape);
/** See {@link retouchOptions}. */
export type RetouchOptions = z.infer<typeof retouchOptions>;

const density = z
  .int()
  .min(1)
  .max(2_400)
  .optional()
  .describe('Pixels for each inch in print, written into the file; the pixels stay the same.')
  .meta({ unit: 'dpi', ...more });
const colourSpace = z
  .enum(['keep', 'srgb', 'p3'])
  .default('keep')
  .describe('sRGB looks the same everywhere; Display P3 holds stronger colours for new screens.')
  .meta(more);
const bitDepth = z
  .literal([8, 16])
  .optional()
  .describe('Bits of each colour; left out, those of the source.')
  .meta(more);
const delay = z
  .int()
  .min(SHORTEST_DELAY_MS)
  .max(LONGEST_DELAY_MS)
  .optional()
  .describe('How long each picture of an animation is shown; left out, as in the source.')
  .meta({ unit: 'ms', ...more });
const loop = z
  .int()
  .min(0)
  .max(1_000)
  .optional()
  .describe('How often an animation plays; 0 is for ever; left out, as in the source.')
  .meta(more);

/** What some outputs hold and others do not. */
const heldShape = { density, colourSpace, bitDepth, delay, loop };
/** All of {@link heldOptions}. */
export const heldByPictures = z.strictObject(heldShape);
/** See {@link heldByPictures}. */
export type HeldByPictures = z.infer<typeof heldByPictures>;

/** sharp's savers that write how large a picture is in print. */
const WITH_DENSITY: readonly string[] = ['jpeg', 'png', 'tiff'];

/** Settings of what a picture of this format can hold. @param isFinal - no other engine follows */
export function heldOptions({ write }: FormatSpec, isFinal: boolean): z.ZodObject {
  const { saver = '', holds = [], sequences } = write?.sharp ?? {};
  const isAnimated = holds.includes('animation');
  return z.strictObject({
    ...(isFinal && WITH_DENSITY.includes(saver) && { density }),
    ...(holds.includes('profile') && { colourSpace }),
    ...(isFinal && holds.includes('16 bits') && !isAnimated && { bitDepth }),
    ...(isAnimated && { delay }),
    // ffmpeg writes AVIF for ever.
    ...(isAnimated && !sequences && { loop }),
  });
}
