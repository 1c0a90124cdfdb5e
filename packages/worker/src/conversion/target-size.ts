import { AppError } from '@filemill/errors';

/** A result is near enough to its target from this share of it on. */
const NEAR = 0.9;
/** The share that the next encoding aims at: below the target, but not by much. */
const AIM = 0.96;
/** How much larger one more step of quality makes a file, where a format does not say it. */
const USUAL_GROWTH = 1.03;
/** How often a file is encoded at most: docs/how-to.md, target size. */
export const MAX_PASSES = 6;
const LEAST_QUALITY = 1;
/** The logarithm of a size is this far from that of the target where an encoding was a bad guess: a third. */
const FAR = 0.3;

/** One encoding of the file. */
export interface Encoded {
  /** All files of the result together. */
  readonly sizeBytes: number;
}

/** What is known of an encoder before its first file. */
interface Encoder {
  /** By how much one more step of quality makes a usual file larger; only the first guess needs it. */
  readonly growth?: number | undefined;
  /** Between two qualities that are no further apart, softening is finer than another quality. */
  readonly fineSteps?: number | undefined;
  /** Whether it knows how to soften. */
  readonly softens: boolean;
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
 * @param encode - with a quality from 1 to 100. Where steps of quality are too coarse, the picture is softened by a share of what is
 *   possible, so that the result of the same quality is smaller
 * @param discard - removes the files of an encoding that is not the result
 * @param hasTime - asked before each further encoding; without time, the largest that fits is the result
 * @throws {AppError} OPTION_INVALID with the smallest size in KB, if even the least quality is larger
 */
export async function encodeToSize<T extends Encoded>(
  targetBytes: number,
  startQuality: number,
  encode: (quality: number, softness: number) => Promise<T>,
  { growth = USUAL_GROWTH, fineSteps = 1, softens }: Encoder,
  discard: (encoded: T) => Promise<void>,
  hasTime: () => boolean,
): Promise<T> {
  const first = { quality: startQuality, encoded: await encode(startQuality, 0) };
  if (first.encoded.sizeBytes <= targetBytes) return first.encoded;
  const tried: Sized[] = [sizedOf(first)];
  let above: Tried<T> = first;
  let fits: Tried<T> | undefined;
  while (tried.length < MAX_PASSES && !isEnough(targetBytes, fits, above)) {
    // Time may only end a search that has found something.
    if (fits && !hasTime()) break;
    if (fits && softens && above.quality - fits.quality <= fineSteps) break;
    const isLast = tried.length === MAX_PASSES - 1;
    const [last = 0, before = 0] = tried.map(({ size }) => size - Math.log(targetBytes)).toReversed();
    // One end came nearer twice and is still far away: sizes are on no line, and half of what is left is a better guess.
    const isOneSided = tried.length > 2 && last * before > 0 && Math.abs(last) > FAR;
    const middle = fits && isOneSided ? Math.ceil((fits.quality + above.quality) / 2) : undefined;
    const quality =
      isLast && !fits
        ? LEAST_QUALITY
        : (middle ?? nextQuality(targetBytes, tried, fits?.quality ?? 0, above.quality, growth));
    const next = { quality, encoded: await encode(quality, 0) };
    tried.push(sizedOf(next));
    const isSmall = next.encoded.sizeBytes <= targetBytes;
    const obsolete = isSmall ? fits : above;
    if (isSmall) fits = next;
    else above = next;
    if (obsolete) await discard(obsolete.encoded);
  }
  await discard(above.encoded);
  const plain = sizedOf(above);
  let hard: Softened = { softness: 0, size: plain.size };
  let soft: Softened | undefined;
  while (softens && fits && tried.length < MAX_PASSES && hard.softness < 1 && hasTime()) {
    if (fits.encoded.sizeBytes >= targetBytes * NEAR) break;
    const softness = nextSoftness(targetBytes, plain, hard, soft);
    const next: Tried<T> = { quality: above.quality, encoded: await encode(above.quality, softness) };
    tried.push(sizedOf(next));
    const softened = { softness, size: sizedOf(next).size };
    const isSmall = next.encoded.sizeBytes <= targetBytes;
    if (isSmall) soft = softened;
    else hard = softened;
    const isBetter = isSmall && next.encoded.sizeBytes > fits.encoded.sizeBytes;
    await discard(isBetter ? fits.encoded : next.encoded);
    if (isBetter) fits = next;
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

/** How much a picture was softened, 0 to 1, and the natural logarithm of the size that it had then. */
interface Softened {
  readonly softness: number;
  readonly size: number;
}

/** How much is needed to make a file smaller by a factor of e: a first guess, as measured for noisy pictures in HEIC. */
const FIRST_SOFTNESS = 0.8;
/** The share of the target that softening aims at: in the middle of what is enough. */
const SOFTENING_AIM = Math.sqrt(NEAR);
/** By this power of softness the logarithm of a size falls: the least softening takes hardly anything. */
const SOFTENING_POWER = 1.5;
/** By how much the next softness is larger at most. */
const MOST_SOFTER = 2;

/**
 * The softness at which the target is expected.
 *
 * @param plain - the picture as it is, which is too large
 * @param hard - the softest picture that was too large
 * @param soft - the hardest that was small enough
 */
function nextSoftness(targetBytes: number, plain: Sized, hard: Softened, soft: Softened | undefined): number {
  const wanted = Math.log(targetBytes * SOFTENING_AIM);
  const room = (soft?.softness ?? 1) - hard.softness;
  const known = soft ?? hard;
  const lost = plain.size - known.size;
  const missing = plain.size - wanted;
  const guess =
    lost > 0
      ? known.softness * Math.min(MOST_SOFTER, (missing / lost) ** (1 / SOFTENING_POWER))
      : hard.softness + FIRST_SOFTNESS * missing;
  return hard.softness + Math.min(room * (soft ? 0.9 : 1), Math.max(room * 0.1, guess - hard.softness));
}

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
function nextQuality(
  targetBytes: number,
  tried: readonly Sized[],
  fits: number,
  above: number,
  usualGrowth: number,
): number {
  const wanted = Math.log(targetBytes * AIM);
  const isEnd = ({ quality }: Sized): boolean => fits === 0 || quality === fits || quality === above;
  const [one, other] = tried
    .filter(isEnd)
    .toSorted((a, b) => Math.abs(a.size - wanted) - Math.abs(b.size - wanted));
  if (!one) return above - 1;
  const steps = other ? one.quality - other.quality : 1;
  const growth = other ? (one.size - other.size) / steps : 0;
  const exponential = one.quality + (wanted - one.size) / (growth > 0 ? growth : Math.log(usualGrowth));
  let guess = exponential;
  if (fits === 0 && other && growth > 0) {
    const slope = (Math.exp(one.size) - Math.exp(other.size)) / steps;
    const linear = one.quality + (Math.exp(wanted) - Math.exp(one.size)) / slope;
    guess = (exponential + linear) / 2;
  }
  return Math.min(above - 1, Math.max(fits + 1, Math.round(guess)));
}
