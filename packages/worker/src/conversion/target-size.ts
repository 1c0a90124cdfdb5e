import { AppError } from '@filemill/errors';

/** A result is near enough to its target from this share of it on. */
const NEAR = 0.9;
/** The share that the next encoding aims at: below the target, but not by much. */
const AIM = 0.96;
/** How often a file is encoded at most: docs/adr/0020. */
export const MAX_PASSES = 6;

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
  /** Each step makes it larger by the same share, far from the steps that were measured, too. */
  readonly isEven?: boolean;
  /** The step that is tried first for a size. Without it the step and the size of the first encoding tell. */
  stepFor?(sizeBytes: number): number;
  /** As it is done without a target. */
  encodeFirst(): Promise<T>;
  encode(step: number): Promise<T>;
  /** With more effort, so that the result of the same step is smaller; undefined if it cannot: steps may be too coarse. */
  encodeHarder(step: number, effort: number): Promise<T> | undefined;
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
  while (passes < MAX_PASSES && !isEnough(targetBytes, setting, fits, above)) {
    // Time may only end a search that has found something.
    if (fits && !hasTime()) break;
    passes++;
    const step =
      passes === MAX_PASSES && !fits
        ? setting.least
        : nextStep(targetBytes, setting, tried, fits?.step, above.step);
    const next = { step, encoded: await setting.encode(step) };
    tried.push(sizedOf(next));
    const isSmall = next.encoded.sizeBytes <= targetBytes;
    const obsolete = isSmall ? fits : above;
    if (isSmall) fits = next;
    else above = next;
    if (obsolete) await discard(obsolete.encoded);
  }
  await discard(above.encoded);
  // The next higher step is too large by little: more effort may make it fit.
  for (let effort = 1; fits && passes < MAX_PASSES && hasTime(); effort++) {
    if (fits.encoded.sizeBytes >= targetBytes * NEAR) break;
    const encoded = await setting.encodeHarder(above.step, effort);
    if (!encoded) break;
    passes++;
    const isBetter = encoded.sizeBytes <= targetBytes && encoded.sizeBytes > fits.encoded.sizeBytes;
    await discard(isBetter ? fits.encoded : encoded);
    if (isBetter) fits = { step: above.step, encoded };
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
  { least }: Pick<SizeSetting<Encoded>, 'least'>,
  fits: Tried<Encoded> | undefined,
  above: Tried<Encoded>,
): boolean {
  if (!fits) return above.step <= least || above.encoded.isSmallest === true;
  return fits.encoded.sizeBytes >= targetBytes * NEAR || above.step - fits.step <= 1;
}

/**
 * The step between two others at which the target is expected. Between a result above and one below the target,
 * logarithms of sizes are nearly on a line. Beyond all results, sizes may fall between a line and an exponential.
 *
 * @param fits - the highest step that was small enough
 * @param above - the lowest that was too large
 */
function nextStep(
  targetBytes: number,
  { least, growth: expected, isEven, stepFor }: SizeSetting<Encoded>,
  tried: readonly Sized[],
  fits: number | undefined,
  above: number,
): number {
  const wanted = Math.log(targetBytes * AIM);
  const [one, other] = tried.toSorted((a, b) => Math.abs(a.size - wanted) - Math.abs(b.size - wanted));
  if (!one) return stepFor?.(targetBytes * AIM) ?? least;
  const steps = other ? one.step - other.step : 1;
  const growth = other ? (one.size - other.size) / steps : 0;
  const exponential = one.step + (wanted - one.size) / (growth > 0 ? growth : Math.log(expected));
  let guess = exponential;
  if (fits === undefined && !isEven && other && growth > 0) {
    const slope = (Math.exp(one.size) - Math.exp(other.size)) / steps;
    const linear = one.step + (Math.exp(wanted) - Math.exp(one.size)) / slope;
    guess = (exponential + linear) / 2;
  }
  return Math.min(above - 1, Math.max(fits === undefined ? least : fits + 1, Math.round(guess)));
}
