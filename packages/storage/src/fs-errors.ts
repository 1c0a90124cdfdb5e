import { types } from 'node:util';
import { AppError } from '@filemill/errors';

/** The system's code of a failed file operation, such as `ENOENT`. */
export const systemCode = (error: unknown): string | undefined =>
  types.isNativeError(error) ? (error as NodeJS.ErrnoException).code : undefined;

/** Nothing of that name, or a file where a folder was expected. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '');

/** UNAVAILABLE for a full disk, a missing permission or a broken device; errors without a system code are unchanged. */
export const toStoreError = (error: unknown): unknown =>
  error instanceof AppError || systemCode(error) === undefined
    ? error
    : new AppError('UNAVAILABLE', {}, { cause: error });
