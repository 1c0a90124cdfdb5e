import type { Softening } from '@filemill/worker';
import { encodedAgain, type PictureForm, type Recoded, type Source, sizeOf } from './recode.js';

/** The best JPEG that is tried before a picture that was packed without loss stays so. */
const BEST_QUALITY = 99;
/** How often one picture is encoded to find its quality: the halves of a hundred qualities are finer than their sizes. */
const MAX_QUALITIES = 6;
/** Shares of the sides by which a picture packed without loss becomes smaller, from little to half. */
const SCALES: readonly number[] = Array.from({ length: 32 }, (_, index) => 1 - (index + 1) / 64);
/** From this share of the wanted size on, a picture is large enough. */
const CLOSE = 0.98;

/** A picture in a better form, and by how much it is larger than in the worse one. */
export interface Better {
  /** Undefined: as the document has it. */
  readonly again: Recoded | undefined;
  readonly grownBytes: number;
  /** Whether it has the better form, and not one between the two. */
  readonly isWhole: boolean;
}

/**
 * Encodes a picture in a better form than it has already, or between the two if it would become too large.
 *
 * @param worse - what the worse form made of it
 * @param moreBytes - by how much it may become larger than that
 * @param softenings - by which a picture becomes a little smaller, from the least on
 */
export async function encodedBetter(
  source: Source,
  worse: Recoded,
  [worseForm, betterForm]: readonly [PictureForm, PictureForm],
  moreBytes: number,
  softenings: readonly Softening[],
): Promise<Better> {
  const worseBytes = sizeOf(worse);
  const whole = await encodedAgain(source, betterForm);
  const wholeBytes = sizeOf(whole ?? source);
  const grownBytes = wholeBytes - worseBytes;
  if (grownBytes <= moreBytes) return { again: whole, grownBytes, isWhole: true };
  const mostBytes = worseBytes + moreBytes;
  const tried = await betweenQualities(source, worse, [worseForm, betterForm], mostBytes);
  const isCoarse = sizeOf(tried.fits) < mostBytes * CLOSE ** 2;
  const again = isCoarse ? await betweenSteps(source, tried, softenings, mostBytes) : tried.fits;
  return { again, grownBytes: sizeOf(again) - worseBytes, isWhole: false };
}

/** The largest that fits, and the smallest form that does not. */
interface Tried {
  readonly fits: Recoded;
  readonly above: PictureForm;
}

/** Tries what lies between two forms: one that fits, and one that does not. */
async function betweenQualities(
  source: Source,
  worse: Recoded,
  [from, to]: readonly [PictureForm, PictureForm],
  mostBytes: number,
): Promise<Tried> {
  const lowest = from.quality ?? BEST_QUALITY;
  const highest = to.quality ?? BEST_QUALITY;
  let tried: Tried = { fits: worse, above: to };
  let [low, high] = [0, 1];
  for (let tries = 0; tries < MAX_QUALITIES && sizeOf(tried.fits) < mostBytes * CLOSE; tries++) {
    const place = (low + high) / 2;
    const form = {
      quality: Math.round(lowest + (highest - lowest) * place),
      scale: from.scale * (to.scale / from.scale) ** place,
    };
    const again = await encodedAgain(source, form);
    if (again && sizeOf(again) <= mostBytes) {
      [low, tried] = [place, { ...tried, fits: again }];
    } else {
      // What does not become smaller by it is better as it is.
      [high, tried] = [place, again ? { ...tried, above: form } : tried];
    }
  }
  return tried;
}

/** A little less than the form that is too large: softer, or of fewer pixels if it is packed without loss. */
async function betweenSteps(
  source: Source,
  { fits, above }: Tried,
  softenings: readonly Softening[],
  mostBytes: number,
): Promise<Recoded> {
  const finer: readonly PictureForm[] =
    above.quality === undefined
      ? SCALES.map((share) => ({ ...above, scale: above.scale * share }))
      : softenings.map((softening) => ({ ...above, softening }));
  let best = fits;
  let [low, high] = [0, finer.length];
  while (low < high && sizeOf(best) < mostBytes * CLOSE ** 2) {
    const middle = Math.floor((low + high) / 2);
    const again = await encodedAgain(source, finer[middle] ?? above);
    const bytes = again ? sizeOf(again) : Number.POSITIVE_INFINITY;
    if (again && bytes <= mostBytes && bytes > sizeOf(best)) best = again;
    if (bytes > mostBytes) low = middle + 1;
    else high = middle;
  }
  return best;
}
