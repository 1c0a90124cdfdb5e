import { isDeepStrictEqual } from 'node:util';
import type { FormatSpec } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import {
  detectFormat,
  type Facts,
  FileByteReader,
  inspectFile,
  isPackedInZip,
  isPlainText,
  resolveFormat,
} from '@filemill/inspect';
import { checkStructure } from '../limits.js';

/** Tolerance on a duration: encoders pad frames, and containers count differently. */
const DURATION_TOLERANCE_MS = 1_000;
const DURATION_TOLERANCE = 0.05;

/**
 * The last look at an upload before a decoder sees it: its content is of the declared format and its structure within
 * the limits of its class.
 *
 * @throws {AppError} UNSUPPORTED_FORMAT, FILE_CORRUPT, FILE_ENCRYPTED, FILE_TOO_LARGE
 */
export async function checkInput(path: string, format: FormatSpec): Promise<Facts> {
  const isDeclared = (seen: string): boolean => resolveFormat(seen, format.id) === format.id;
  const { seen, facts } = await look(path, format.id, isDeclared);
  if (!facts) throw new AppError('UNSUPPORTED_FORMAT', { seen });
  checkStructure(format.category, facts);
  return facts;
}

/**
 * Exit codes prove nothing: the output is of the format that was asked for, whole, and shows what the engine says that
 * it must show.
 *
 * @throws {AppError} ENGINE_FAILED with the difference as its cause
 */
export async function checkOutput(path: string, format: FormatSpec, expected: Facts): Promise<Facts> {
  // A text may well begin like a script or a playlist: that it is text is what its reader checks.
  // And a zip may hold what makes it a document: that is what was in the archive.
  const isWanted = (seen: string): boolean =>
    seen === format.id || isPlainText(format.id) || (format.id === 'zip' && isPackedInZip(seen));
  const { seen, facts } = await look(path, format.id, isWanted).catch((error: unknown) => {
    throw new AppError('ENGINE_FAILED', {}, { cause: error });
  });
  const problems = facts ? differences(expected, facts) : [`is ${seen}, not ${format.id}`];
  if (problems.length > 0 || !facts) {
    throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`the output ${problems.join('; ')}`) });
  }
  return facts;
}

/** What the content is, and the facts of its header where that is accepted. */
async function look(
  path: string,
  format: string,
  accepts: (seen: string) => boolean,
): Promise<{ seen: string | undefined; facts?: Facts }> {
  const reader = await FileByteReader.open(path);
  try {
    const seen = await detectFormat(reader);
    if (seen === undefined || !accepts(seen)) return { seen };
    return { seen, facts: await inspectFile(reader, format) };
  } finally {
    await reader.close();
  }
}

/** Facts that are expected and not so, as text for the log; what is not expected is not compared. */
function differences(expected: Facts, actual: Facts): string[] {
  const problems: string[] = [];
  for (const [name, want] of Object.entries(expected) as [keyof Facts, unknown][]) {
    const have = actual[name];
    if (want === undefined) continue;
    const same =
      name === 'durationMs' ? isCloseDuration(Number(want), Number(have)) : isDeepStrictEqual(want, have);
    if (!same) problems.push(`has ${name} ${JSON.stringify(have)}, not ${JSON.stringify(want)}`);
  }
  return problems;
}

const isCloseDuration = (wantMs: number, haveMs: number): boolean =>
  Math.abs(wantMs - haveMs) <= Math.max(DURATION_TOLERANCE_MS, wantMs * DURATION_TOLERANCE);
