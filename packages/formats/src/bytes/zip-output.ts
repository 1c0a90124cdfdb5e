import type { ByteReader } from './byte-reader.js';
import { readZipDirectory } from './zip.js';
import { checkZip, checkZipLimits } from './zip-check.js';

/**
 * Checks a zip that we have written as the output of a format of its own.
 *
 * @throws {AppError} FILE_CORRUPT, which is reported as `damage` of the facts; FILE_TOO_LARGE
 */
export async function inspectWrittenZip(reader: ByteReader): Promise<Record<never, never>> {
  const directory = await readZipDirectory(reader);
  checkZipLimits(reader, directory);
  await checkZip(reader, directory, { names: 'engine' });
  return {};
}
