import { AppError } from '@filemill/errors';

/** What a packed file may declare: docs/security.md. */
export const ZIP_LIMITS = {
  entries: 10_000,
  unpackedBytes: 2 * 1024 ** 3,
  /** Unpacked size divided by file size; applies above {@link ZIP_LIMITS.ratioFromBytes}. */
  ratio: 100,
  ratioFromBytes: 32 * 1024 ** 2,
  /** For streams: from here on the ratio of bytes unpacked to bytes read is checked all the time. */
  streamRatioFromBytes: 256 * 1024 ** 2,
  nameBytes: 255,
  pathBytes: 1_024,
} as const;

/** The error for a file that unpacks to more than a limit. @param unit - plural, as the user reads it, such as `bytes` */
export const tooLarge = (unit: string, limit: number): AppError =>
  new AppError('FILE_TOO_LARGE', {
    limit,
    unit,
    message: `The file unpacks to more than ${limit.toLocaleString('en-US')} ${unit}, which is the limit.`,
  });

/**
 * Refuses what a file of one part declares to unpack to.
 *
 * @throws {AppError} FILE_TOO_LARGE above a limit
 */
export function checkUnpacked({ sizeBytes }: { readonly sizeBytes: number }, unpackedBytes: number): void {
  const ratioBytes = Math.max(ZIP_LIMITS.ratioFromBytes, ZIP_LIMITS.ratio * sizeBytes);
  const limit = Math.min(ZIP_LIMITS.unpackedBytes, ratioBytes);
  if (unpackedBytes > limit) throw tooLarge('bytes', limit);
}
