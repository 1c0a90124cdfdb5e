import { AppError } from '@filemill/errors';
import { findFormat, type SizeLimits } from './detection.js';
import { isCombined, refused, type UploadForm } from './upload-form.js';
import { tooLarge } from './upload-meter.js';

/** What the files of an upload before the next one are, and what its form says so far. */
interface BeforeNext {
  readonly fields: Partial<UploadForm>;
  readonly count: number;
  readonly sizeBytes: number;
}

/**
 * Refuses a further file where it cannot belong to a combination. Where the form does not say yet whether all files
 * become one, it is taken.
 *
 * @param filesAtOnce - of the plan
 * @throws {AppError} INVALID_REQUEST
 */
export function refuseFurtherFile({ fields, count }: BeforeNext, filesAtOnce: number): void {
  if (fields.combine !== undefined && !isCombined(fields)) throw refused('file', 'one file at most');
  if (count >= filesAtOnce) throw refused('file', `at most ${filesAtOnce} files`);
}

/** Bytes of all files of a combination together: those of the category that they become, of any while it is not known. */
export function combinedLimitBytes({ outputFormat }: Partial<UploadForm>, limits: SizeLimits): number {
  const category = outputFormat === undefined ? undefined : findFormat(outputFormat)?.category;
  return (category && limits[category]) || Math.max(...Object.values(limits));
}

/**
 * The size limits of the next file, by its category.
 *
 * @param limits - of the plan
 */
export function limitsOfNext({ fields, count, sizeBytes }: BeforeNext, limits: SizeLimits): SizeLimits {
  // A first file may be the only one.
  if (count === 0 && !isCombined(fields)) return limits;
  return { together: Math.max(0, combinedLimitBytes(fields, limits) - sizeBytes) };
}

/** A refusal of the next file names the limit of all together, not what was left of it. */
export function refusalOfNext(error: unknown, { fields, count }: BeforeNext, limits: SizeLimits): unknown {
  const isTooLarge = error instanceof AppError && error.code === 'FILE_TOO_LARGE';
  return isTooLarge && (count > 0 || isCombined(fields))
    ? tooLarge(combinedLimitBytes(fields, limits))
    : error;
}
