import { PassThrough, type Readable } from 'node:stream';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '@filemill/errors';

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** No such object (a missing bucket is the operator's fault and stays UNAVAILABLE), or no such upload. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as S3ServiceException).name !== 'NoSuchBucket';

/**
 * INVALID_REQUEST for a range that begins past the end, NOT_FOUND for a missing object, and UNAVAILABLE for everything
 * else that S3 or the network reports, including an upload that was aborted elsewhere.
 */
export function toStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const options = { cause: error };
  if (statusOf(error) === 416)
    return new AppError(
      'INVALID_REQUEST',
      { fields: { range: 'must begin before the end of the file' } },
      options,
    );
  if (isMissing(error) && (error as S3ServiceException).name !== 'NoSuchUpload')
    return new AppError('NOT_FOUND', { what: 'The file' }, options);
  return new AppError('UNAVAILABLE', {}, options);
}

/** Waits for a request and maps its errors. */
export const withStoreErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toStoreError(error);
  });

/** The same bytes, failing with the mapped error when the connection breaks; destroying it ends the connection. */
export function mappedBody(source: Readable): Readable {
  const body = new PassThrough();
  source.on('error', (error) => body.destroy(toStoreError(error)));
  // A connection that closes early may do so without an error.
  source.on('close', () => source.readableEnded || body.destroy(new AppError('UNAVAILABLE')));
  body.on('close', () => source.destroy());
  return source.pipe(body);
}
