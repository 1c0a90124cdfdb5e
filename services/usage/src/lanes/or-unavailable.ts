import { AppError } from '@filemill/errors';

/** @throws {AppError} UNAVAILABLE if Redis does not answer */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause });
  }
}
