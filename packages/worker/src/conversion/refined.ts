import type { Loss, Route } from '@filemill/formats';

/** Options that only say how small or how good the result is to be; every other asks for a change that is seen. */
const MEASURES: ReadonlySet<string> = new Set([
  ...['quality', 'targetSize', 'lossless', 'pictureDpi', 'strict'],
]);
/** Encoding once more costs quality, which a few bytes are not worth. */
const WORTH_A_LOSS = 0.9;

/** Whether the route writes the format that it reads: for a smaller file, a repair, or other settings. */
export const isRefining = ({ input, output }: Route): boolean => input === output;

type Given = Readonly<Record<string, unknown>>;

/**
 * The settings that are meant: a picture that would have to be encoded again is packed without loss instead, unless somebody
 * asks for what its packer cannot do.
 */
export function settingsMeant(route: Route, given: Given): Given {
  const packer = isRefining(route) ? route.output.write?.sharp?.packer : undefined;
  const obeyed = ['strict', ...(packer?.obeys ?? [])];
  const isPacked = packer?.packs === 'upload' && Object.keys(given).every((name) => obeyed.includes(name));
  return isPacked ? { ...given, lossless: true } : given;
}

const asksForChange = (given: Given): boolean => Object.keys(given).some((name) => !MEASURES.has(name));

const isAbove = (bytes: number, targetKb: unknown): boolean => bytes > Number(targetKb) * 1_024;

/** Whether a target size is all that somebody asked for, and the upload has it already. */
export const isSmallEnough = (given: Given, uploadBytes: number): boolean =>
  given.targetSize !== undefined &&
  given.quality === undefined &&
  !asksForChange(given) &&
  !isAbove(uploadBytes, given.targetSize);

/**
 * Whether the upload itself is the better result of a conversion to its own format: it would not become smaller, or lose
 * something, and nobody asked for a change.
 *
 * @param given - the options that the user chose
 */
export function isBetterKept(
  { input }: Route,
  given: Given,
  uploadBytes: number,
  result: { readonly sizeBytes: number; readonly losses: readonly Loss[] },
): boolean {
  if (asksForChange(given)) return false;
  if (given.targetSize !== undefined && isAbove(uploadBytes, given.targetSize)) return false;
  // A damaged file is repaired, whatever its size becomes.
  if (result.losses.some(({ code }) => code === 'input_damaged')) return false;
  if (result.losses.length > 0) return true;
  // Only the upload has the same pixels.
  if (given.lossless === true && input.write?.vips?.roundsColours) return true;
  const isAsked = given.quality !== undefined || given.targetSize !== undefined || given.lossless === true;
  const isLossy = Object.values(input.read ?? {}).some((read) => 'isLossy' in read);
  return result.sizeBytes >= uploadBytes * (isLossy && !isAsked ? WORTH_A_LOSS : 1);
}
