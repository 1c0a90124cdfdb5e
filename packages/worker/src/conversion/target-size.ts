import { AppError } from '@filemill/errors';

/** A result is near enough to its target from this share of it on. */
const NEAR = 0.9;
/** The share that the next encoding aims at: below the target, but not by much. */
const AIM = 0.96;
/** The first guess of how much larger one more step of quality makes a file; later ones are measured. */
const GROWTH_PER_STEP = 1.03;
/** How often a file is encoded at most: docs/how-to.md, target size. */
export const MAX_PASSES = 6;
const LEAST_QUALITY = 1;

/** One encoding of the file. */
export interface Encoded {
  /** All files of the result together. */
  readonly sizeBytes: number;
}

/** An encoding and the quality that made it. */
interface Tried<T extends Encoded> {
  readonly quality: number;
  readonly encoded: T;
}

/**
 * Encodes with less and less quality until the result is not larger than its target, and fills nine tenths of it.
 *
 * @param startQuality - of the first encoding; if its result is small enough, it is the one
 * @param encode - with a quality from 1 to 100. Where steps of quality are too coarse, it is asked to try harder, so that the
 *   result of the same quality is smaller; undefined if it cannot
 * @param discard - removes the files of an encoding that is not the result
 * @param hasTime - asked before each further encoding; without time, the largest that fits is the result
 * @throws {AppError} OPTION_INVALID with the smallest size in KB, if even the least quality is larger
 */
export async function encodeToSize<T extends Encoded>(
  targetBytes: number,
  startQuality: number,
  encode: (quality: number, harder: number) => Promise<T> | undefined,
  discard: (encoded: T) => Promise<void>,
  hasTime: () => boolean,
): Promise<T> {
  const encodeOrFail = async (quality: number): Promise<T> => {
    const encoded = await encode(quality, 0);
    if (encoded) return encoded;
    throw new AppError('INTERNAL', {}, { cause: new Error('an encoder without a quality') });
  };
  const first = { quality: startQuality, encoded: await encodeOrFail(startQuality) };
  if (first.encoded.sizeBytes <= targetBytes) return first.encoded;
  const tried: Sized[] = [sizedOf(first)];
  let above: Tried<T> = first;
  let fits: Tried<T> | undefined;
  while (tried.length < MAX_PASSES && !isEnough(targetBytes, fits, above)) {
    // Time may only end a search that has found something.
    if (fits && !hasTime()) break;
    const isLast = tried.length === MAX_PASSES - 1;
    const quality =
      isLast && !fits ? LEAST_QUALITY : nextQuality(targetBytes, tried, fits?.quality ?? 0, above.quality);
    const next = { quality, encoded: await encodeOrFail(quality) };
    tried.push(sizedOf(next));
    const isSmall = next.encoded.sizeBytes <= targetBytes;
    const obsolete = isSmall ? fits : above;
    if (isSmall) fits = next;
    else above = next;
    if (obsolete) await discard(obsolete.encoded);
  }
  await discard(above.encoded);
  // The next better quality is too large by little: more effort may make it fit.
  for (let harder = 1; fits && tried.length < MAX_PASSES && hasTime(); harder++) {
    if (fits.encoded.sizeBytes >= targetBytes * NEAR) break;
    const encoded = await encode(above.quality, harder);
    if (!encoded) break;
    tried.push(sizedOf({ quality: above.quality, encoded }));
    const isBetter = encoded.sizeBytes <= targetBytes && encoded.sizeBytes > fits.encoded.sizeBytes;
    await discard(isBetter ? fits.encoded : encoded);
    if (isBetter) fits = { quality: above.quality, encoded };
    if (encoded.sizeBytes <= targetBytes) break;
  }
  if (fits) return fits.encoded;
  const smallestKb = Math.ceil(above.encoded.sizeBytes / 1_024);
  throw new AppError('OPTION_INVALID', {
    field: 'targetSize',
    rule: `at least ${smallestKb} for this file`,
    allowed: { minimum: smallestKb },
    nearest: smallestKb,
  });
}

/** A quality and the natural logarithm of the size that it made. */
interface Sized {
  readonly quality: number;
  readonly size: number;
}

const sizedOf = ({ quality, encoded }: Tried<Encoded>): Sized => ({
  quality,
  size: Math.log(encoded.sizeBytes),
});

/** Whether no other quality can be better, or none needs to. */
function isEnough(targetBytes: number, fits: Tried<Encoded> | undefined, above: Tried<Encoded>): boolean {
  if (!fits) return above.quality <= LEAST_QUALITY;
  return fits.encoded.sizeBytes >= targetBytes * NEAR || above.quality - fits.quality <= 1;
}

/**
 * The quality between two others at which the target is expected. Between a result above and one below the target,
 * logarithms of sizes are nearly on a line. Beyond all results, sizes fall somewhere between a line and an exponential.
 *
 * @param fits - the highest quality that was small enough, 0 if none was
 * @param above - the lowest that was too large
 */
function nextQuality(targetBytes: number, tried: readonly Sized[], fits: number, above: number): number {
  const wanted = Math.log(targetBytes * AIM);
  const [one, other] = tried.toSorted((a, b) => Math.abs(a.size - wanted) - Math.abs(b.size - wanted));
  if (!one) return above - 1;
  const steps = other ? one.quality - other.quality : 1;
  const growth = other ? (one.size - other.size) / steps : 0;
  const exponential = one.quality + (wanted - one.size) / (growth > 0 ? growth : Math.log(GROWTH_PER_STEP));
  let guess = exponential;
  if (fits === 0 && other && growth > 0) {
    const slope = (Math.exp(one.size) - Math.exp(other.size)) / steps;
    const linear = one.quality + (Math.exp(wanted) - Math.exp(one.size)) / slope;
    guess = (exponential + linear) / 2;
  }
  return Math.min(above - 1, Math.max(fits + 1, Math.round(guess)));
}
