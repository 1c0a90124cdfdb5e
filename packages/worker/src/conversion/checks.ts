import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@filemill/errors';
import type { Facts, FormatSpec, ReadingThreads } from '@filemill/formats';
import { checkStructure } from '../limits/limits.js';

/** Tolerance on a duration: encoders pad frames, and containers count differently. */
const DURATION_TOLERANCE_MS = 1_000;
const DURATION_TOLERANCE = 0.05;

/**
 * The last check of an upload before a decoder reads it: it must have the declared format, be within the limits of its
 * class, and not be encrypted. The engine decides whether it is damaged.
 *
 * @throws {AppError} UNSUPPORTED_FORMAT, FILE_ENCRYPTED, FILE_TOO_LARGE; FILE_CORRUPT if reading it takes too long
 */
export async function checkInput(
  reading: ReadingThreads,
  path: string,
  format: FormatSpec,
  signal?: AbortSignal,
): Promise<Facts> {
  const { seen, facts } = await reading.run('inspectInput', { path }, { format: format.id }, { signal });
  if (!facts) throw new AppError('UNSUPPORTED_FORMAT', { seen });
  checkStructure(format.category, facts);
  return facts;
}

/**
 * Exit codes prove nothing: the output must have the requested format, be complete, and have the facts that the engine
 * expects.
 *
 * @param isRefined - the engine has written the format that it has read, which the name of the upload may have decided
 * @throws {AppError} ENGINE_FAILED with the difference as its cause
 */
export async function checkOutput(
  reading: ReadingThreads,
  path: string,
  format: FormatSpec,
  expected: Facts,
  signal?: AbortSignal,
  isRefined = false,
): Promise<Facts> {
  const looking = reading.run('inspectOutput', { path }, { format: format.id, isRefined }, { signal });
  const { seen, facts } = await looking.catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new AppError('ENGINE_FAILED', {}, { cause: error });
  });
  const problems = facts ? differencesOf(expected, facts) : [`is ${seen}, not ${format.id}`];
  if (facts?.damage !== undefined) problems.push(`is broken: ${facts.damage}`);
  if (problems.length > 0 || !facts) {
    throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`the output ${problems.join('; ')}`) });
  }
  return facts;
}

/** Expected facts that differ, as text for the log; facts that the engine did not state are not compared. */
export function differencesOf(expected: Facts, actual: Facts): string[] {
  const problems: string[] = [];
  for (const [name, want] of Object.entries(expected) as [keyof Facts, unknown][]) {
    const have = actual[name];
    if (want === undefined) continue;
    // Facts come from another thread: copies of both have prototypes of one realm.
    const same =
      name === 'durationMs'
        ? isCloseDuration(Number(want), Number(have))
        : isDeepStrictEqual(structuredClone(want), structuredClone(have));
    if (!same) problems.push(`has ${name} ${JSON.stringify(have)}, not ${JSON.stringify(want)}`);
  }
  return problems;
}

const isCloseDuration = (wantMs: number, haveMs: number): boolean =>
  Math.abs(wantMs - haveMs) <= Math.max(DURATION_TOLERANCE_MS, wantMs * DURATION_TOLERANCE);
