import { AppError } from '@filemill/errors';

/** FILE_CORRUPT with a reason that the user sees. */
export const corrupt = (detail: string): AppError => new AppError('FILE_CORRUPT', { detail });

/** The file ends before what its own header promises. */
export const endsTooEarly = (): AppError => corrupt('it ends too early');
