import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { AppError } from '@filemill/errors';

/** A file that was read to its end and not stored. */
export interface HashedFile {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a file without storing it, to compare it with an earlier one.
 *
 * @param expectedBytes - size of the earlier file; a longer file is another one
 * @param signal - destroys the file
 * @throws {AppError} IDEMPOTENCY_MISMATCH above the expected size
 */
export async function hashUpload(
  file: Readable,
  expectedBytes: number,
  signal: AbortSignal,
): Promise<HashedFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  // A stalled caller sends nothing, so the signal must end the read.
  addAbortSignal(signal, file);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > expectedBytes) throw new AppError('IDEMPOTENCY_MISMATCH');
    hash.update(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
