import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { AppError } from '@filemill/errors';

/** A file that was read to its end and not kept. */
export interface HashedFile {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a file without keeping it, to compare it with one that came before.
 *
 * @param expectedBytes - size of that one; a longer file is another
 * @param signal - destroys the file
 * @throws {AppError} IDEMPOTENCY_MISMATCH past the expected size
 */
export async function hashUpload(
  file: Readable,
  expectedBytes: number,
  signal: AbortSignal,
): Promise<HashedFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  // A caller who has stalled sends nothing on which the signal could be looked at.
  addAbortSignal(signal, file);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > expectedBytes) throw new AppError('IDEMPOTENCY_MISMATCH');
    hash.update(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
