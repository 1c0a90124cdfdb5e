import { AppError } from '@filemill/errors';
import { stepOfUsualSize, type UsualSizes, usualSizeOf } from '@filemill/formats';

/** A result is near enough to its target from this share of it on. */
const NEAR = 0.9;
/** The share that the next encoding aims at: below the target, but not by much. */
const AIM = 0.96;
/** The same where every size between two others can be met. */
const FINE_AIM = { first: 0.93, between: 0.95 };
/** The same where a size is never more than was asked for, but for what is around the parts. */
const PARTS_AIM = 0.98;
/** Of the target, where nothing was small enough and one pass is left: better too small than the lowest step. */
const SURE = { coarse: 0.9, fine: 0.97 };
/** Sizes grow by a step at least by this part of what is usual: between near steps they rise or stay by chance. */
const LEAST_GROWTH = 1 / 6;
/** How often a file is encoded at most: docs/adr/0021. */
export const MAX_PASSES = 6;
/** With parts between two steps, so many encodings look for the steps; the others are for what lies between. */
const PASSES_OF_STEPS = MAX_PASSES - 2;
/** The logarithm of a size is this far from that of the target where an encoding was a bad guess: a third. */
const FAR = 0.3;

/** One encoding of the file. */
export interface Encoded {
  /** All files of the result together. */
  readonly sizeBytes: number;
  /** No lower step makes a smaller one. */
  readonly isSmallest?: boolean;
}

/** A setting of an encoder that makes a file larger or smaller, in whole steps. */
export interface SizeSetting<T extends Encoded> {
  /** The lowest step, of the smallest file. */
  readonly least: number;
  /** The step of the first encoding, if that is one of them. */
  readonly first?: number;
  /** How much larger one more step makes a file, before it is measured. */
  readonly growth: number;
  /** One more step makes it larger by that at least, but for steps that leave it as it is; 1 by default. */
  readonly leastGrowth?: number;
  /** Each step makes it larger by the same share, far from the steps that were measured, too. */
  readonly isEven?: boolean;
  /** How large each step usually makes a file. With it, every step between two whole ones can be encoded, too. */
  readonly usualSizes?: UsualSizes;
  /** The step that is tried first for a size. Without it the step and the size of the first encoding tell. */
  stepFor?(sizeBytes: number): number;
  /** As it is done without a target. */
  encodeFirst(): Promise<T>;
  encode(step: number): Promise<T>;
  /** Between two steps that are no further apart, softening is finer than another step; 1 by default. */
  readonly fineSteps?: number;
  /** Where steps are too coarse: with the picture softened by a share of what is possible, so that it becomes smaller. */
  encodeSoftened?(step: number, softness: number): Promise<T>;
  /**
   * Instead of softening, for a file of several parts: some of them with a higher step.
   *
   * @param moreBytes - by how much the file becomes larger than with the lower step alone, at most
   */
  encodeBetween?(step: number, higher: number, moreBytes: number): Promise<T>;
}

/** An encoding and the step that made it. */
interface Tried<T extends Encoded> {
  readonly step: number;
  readonly encoded: T;
}

/**
 * Encodes with lower and lower steps of a setting until the result is not larger than its target, and fills nine tenths of
 * it. If the first encoding is small enough, it is the result.
 *
 * @param discard - removes the files of an encoding that is not the result
 * @param hasTime - asked before each further encoding; without time, the largest that fits is the result
 * @throws {AppError} OPTION_INVALID with the smallest size in KB, if even the lowest step is larger
 */
export async function encodeToSize<T extends Encoded>(
  targetBytes: number,
  setting: SizeSetting<T>,
  discard: (encoded: T) => Promise<void>,
  hasTime: () => boolean,
): Promise<T> {
  const first = await setting.encodeFirst();
  if (first.sizeBytes <= targetBytes) return first;
  const tried: Sized[] =
    setting.first === undefined ? [] : [sizedOf({ step: setting.first, encoded: first })];
  let above: Tried<T> = { step: setting.first ?? Number.POSITIVE_INFINITY, encoded: first };
  let fits: Tried<T> | undefined;
  let passes = 1;
  const lastPass = MAX_PASSES - (setting.encodeBetween ? 1 : 0);
  while (passes < lastPass && !isEnough(targetBytes, setting, fits, above)) {
    // Time may only end a search that has found something.
    if (fits && (!hasTime() || (setting.encodeBetween && passes >= PASSES_OF_STEPS))) break;
    passes++;
    const isUrgent = passes === MAX_PASSES - 1 && !fits;
    const sure = setting.usualSizes ? SURE.fine : SURE.coarse;
    const step =
      passes === lastPass && !fits
        ? setting.least
        : nextStep(targetBytes * (isUrgent ? sure : 1), setting, tried, fits?.step, above.step);
    const next = { step, encoded: await setting.encode(step) };
    tried.push(sizedOf(next));
    const isSmall = next.encoded.sizeBytes <= targetBytes;
    const obsolete = isSmall ? fits : above;
    if (isSmall) fits = next;
    else above = next;
    if (obsolete) await discard(obsolete.encoded);
  }
  await discard(above.encoded);
  if (fits) {
    if (fits.encoded.sizeBytes >= targetBytes * NEAR) return fits.encoded;
    const refine = setting.encodeBetween ? fillUp : soften;
    return refine(targetBytes, setting, fits, above, passes, discard, hasTime);
  }
  const smallestKb = Math.ceil(above.encoded.sizeBytes / 1_024);
  throw new AppError('OPTION_INVALID', {
    field: 'targetSize',
    rule: `at least ${smallestKb} for this file`,
    allowed: { minimum: smallestKb },
    nearest: smallestKb,
  });
}

/** A step and the natural logarithm of the size that it made. */
interface Sized {
  readonly step: number;
  readonly size: number;
}

const sizedOf = ({ step, encoded }: Tried<Encoded>): Sized => ({
  step,
  size: Math.log(encoded.sizeBytes),
});

/** Whether no other step can be better, or none needs to. */
function isEnough(
  targetBytes: number,
  { least, fineSteps = 1, usualSizes, encodeSoftened, encodeBetween }: SizeSetting<Encoded>,
  fits: Tried<Encoded> | undefined,
  above: Tried<Encoded>,
): boolean {
  if (!fits) return above.step <= least || above.encoded.isSmallest === true;
  const fine = usualSizes ? FINEST_STEP : encodeSoftened || encodeBetween ? fineSteps : 1;
  return fits.encoded.sizeBytes >= targetBytes * NEAR || above.step - fits.step <= fine;
}

/**
 * The step between two others at which the target is expected. Between a result above and one below the target,
 * logarithms of sizes are nearly on a line. Beyond all results, sizes may fall between a line and an exponential.
 *
 * @param tried - in the order of trying
 * @param fits - the highest step that was small enough
 * @param above - the lowest that was too large
 */
function nextStep(
  targetBytes: number,
  { least, growth: expected, leastGrowth = 1, isEven, usualSizes, stepFor }: SizeSetting<Encoded>,
  tried: readonly Sized[],
  fits: number | undefined,
  above: number,
): number {
  if (usualSizes) return stepOfUsual(targetBytes, usualSizes, tried, least, fits, above);
  const wanted = Math.log(targetBytes * AIM);
  if (fits !== undefined && isOneSided(targetBytes, tried)) return Math.ceil((fits + above) / 2);
  const usual = Math.log(expected);
  const isEnd = ({ step }: Sized): boolean => fits === undefined || step === fits || step === above;
  const [one, other] =
    newestOnOneSide(Math.log(targetBytes), tried, usual * LEAST_GROWTH) ??
    tried.filter(isEnd).toSorted((a, b) => Math.abs(a.size - wanted) - Math.abs(b.size - wanted));
  if (!one) return stepFor?.(targetBytes * AIM) ?? least;
  const steps = other ? one.step - other.step : 1;
  const measured = other ? (one.size - other.size) / steps : 0;
  const flattest = Math.max(usual * LEAST_GROWTH, fits === undefined ? Math.log(leastGrowth) : 0);
  let guess = one.step + (wanted - one.size) / (other ? Math.max(measured, flattest) : usual);
  const isFlat = measured <= Math.log(leastGrowth);
  if (fits === undefined && !isEven && other && !isFlat) {
    const slope = (Math.exp(one.size) - Math.exp(other.size)) / steps;
    const linear = one.step + (Math.exp(wanted) - Math.exp(one.size)) / slope;
    guess = (guess + linear) / 2;
  }
  return Math.min(above - 1, Math.max(fits === undefined ? least : fits + 1, Math.round(guess)));
}

/** Between steps that are no further apart, sizes differ by chance. */
const FINEST_STEP = 0.03;
/** Sizes differ by a step from what is usual by such factors at most. */
const [LEAST_SLOPE, MOST_SLOPE] = [0.4, 2.5];
/** How far from an end of a bracket the next step is at least, in usual sizes and as a share of what is between. */
const LEAST_MOVE = 0.1;

/**
 * The step at which the target is expected, for steps of usual sizes: sizes by the usual ones are nearly on a line.
 *
 * @param tried - in the order of trying; the first may be of another kind than all others
 * @param fits - as of {@link nextStep}
 */
function stepOfUsual(
  targetBytes: number,
  usualSizes: UsualSizes,
  tried: readonly Sized[],
  least: number,
  fits: number | undefined,
  above: number,
): number {
  const wanted = Math.log(targetBytes * (fits === undefined ? FINE_AIM.first : FINE_AIM.between));
  const points = tried.map(({ step, size }) => ({ usual: Math.log(usualSizeOf(usualSizes, step)), size }));
  const [first, ...others] = points;
  const measured = others.length > 0 ? others : first ? [first] : [];
  const nearest = measured.toSorted((a, b) => Math.abs(a.size - wanted) - Math.abs(b.size - wanted));
  const isLow = ({ size }: { size: number }): boolean => size < wanted;
  const one = nearest[0] ?? { usual: 0, size: wanted };
  const opposite = nearest.find((point) => isLow(point) !== isLow(one));
  const [last, before] = measured.toReversed();
  const isStuck =
    last !== undefined &&
    before !== undefined &&
    isLow(last) === isLow(before) &&
    Math.abs(last.size - wanted) > Math.abs(before.size - wanted) / 2;
  // Where one end comes nearer by little, the other one counts half: the Illinois algorithm.
  const other = opposite
    ? { ...opposite, size: isStuck ? (opposite.size + wanted) / 2 : opposite.size }
    : nearest[1];
  const slope = other ? (one.size - other.size) / (one.usual - other.usual) : 1;
  const [low, high] = [fits ?? least, above].map((step) => Math.log(usualSizeOf(usualSizes, step))) as [
    number,
    number,
  ];
  const isBetween = opposite !== undefined;
  const guess =
    one.usual +
    (wanted - one.size) / (isBetween ? slope : Math.min(MOST_SLOPE, Math.max(LEAST_SLOPE, slope)));
  const margin = Math.min(LEAST_MOVE, (high - low) * LEAST_MOVE);
  return stepOfUsualSize(usualSizes, Math.exp(Math.min(high - margin, Math.max(low + margin, guess))));
}

/** Whether one end came nearer twice and is still far away: sizes are on no line, and half of what is left is better. */
function isOneSided(targetBytes: number, tried: readonly Sized[]): boolean {
  if (tried.length < 3) return false;
  const [last = 0, before = 0] = tried.map(({ size }) => size - Math.log(targetBytes)).toReversed();
  return last * before > 0 && Math.abs(last) > FAR;
}

/** Some parts get the next higher step that was tried, until the target is filled. @returns the largest result that fits */
async function fillUp<T extends Encoded>(
  targetBytes: number,
  { encodeBetween }: SizeSetting<T>,
  fits: Tried<T>,
  above: Tried<T>,
  passesBefore: number,
  discard: (encoded: T) => Promise<void>,
  hasTime: () => boolean,
): Promise<T> {
  const wantedBytes = targetBytes * PARTS_AIM;
  const mostBytes = targetBytes - fits.encoded.sizeBytes;
  let best = fits.encoded;
  let moreBytes = wantedBytes - best.sizeBytes;
  for (let passes = passesBefore; passes < MAX_PASSES; passes++) {
    if (!encodeBetween || best.sizeBytes >= targetBytes * NEAR || !hasTime()) break;
    const encoded = await encodeBetween(fits.step, above.step, moreBytes);
    moreBytes = Math.min(mostBytes, moreBytes + wantedBytes - encoded.sizeBytes);
    const isBetter = encoded.sizeBytes <= targetBytes && encoded.sizeBytes > best.sizeBytes;
    await discard(isBetter ? best : encoded);
    if (isBetter) best = encoded;
  }
  return best;
}

/**
 * The last two encodings if both are too large or both small enough: the line through them is nearer to the curve than one
 * through an end that is far away.
 *
 * @param size - logarithm of the target
 * @param flattest - below this growth by a step, two sizes differ by chance
 */
function newestOnOneSide(
  size: number,
  tried: readonly Sized[],
  flattest: number,
): readonly Sized[] | undefined {
  const [last, before] = tried.toReversed();
  if (!last || !before || tried.length < 3 || (last.size - size) * (before.size - size) < 0) return undefined;
  return (last.size - before.size) / (last.step - before.step) > flattest ? [last, before] : undefined;
}

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

/** The next higher step is too large by little: softened, its result may fit. @returns the largest result that fits */
async function soften<T extends Encoded>(
  targetBytes: number,
  { first = 0, encodeSoftened }: SizeSetting<T>,
  fits: Tried<T>,
  above: Tried<T>,
  passesBefore: number,
  discard: (encoded: T) => Promise<void>,
  hasTime: () => boolean,
): Promise<T> {
  const plain = sizedOf(above);
  let best = fits.encoded;
  let hard: Softened = { softness: 0, size: plain.size };
  let soft: Softened | undefined;
  for (let passes = passesBefore; passes < MAX_PASSES && hard.softness < 1; passes++) {
    if (!encodeSoftened || best.sizeBytes >= targetBytes * NEAR || !hasTime()) break;
    // The least softening takes a leap in some pictures: with it, the next step of quality may fit.
    const isLeap = hard.softness === 0 && passes === MAX_PASSES - 1 && above.step < first;
    const leap = isLeap ? soft?.softness : undefined;
    const softness = leap ?? nextSoftness(targetBytes, plain, hard, soft);
    const encoded = await encodeSoftened(leap === undefined ? above.step : above.step + 1, softness);
    const softened = { softness, size: Math.log(encoded.sizeBytes) };
    const isSmall = encoded.sizeBytes <= targetBytes;
    if (isSmall) soft = softened;
    else hard = softened;
    const isBetter = isSmall && encoded.sizeBytes > best.sizeBytes;
    await discard(isBetter ? best : encoded);
    if (isBetter) best = encoded;
  }
  return best;
}

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
