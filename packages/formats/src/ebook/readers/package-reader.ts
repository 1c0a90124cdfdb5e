import { AppError } from '@filemill/errors';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { readZipDirectory } from '../../bytes/zip.js';
import { startEntries } from '../../bytes/zip-start.js';
import { HEAD_BYTES } from '../../detect/content.js';

/**
 * Names of the entries of a zip-based book or document, in the order of its directory; of the first ones if that is lost.
 *
 * @throws {AppError} FILE_CORRUPT if there are none
 */
export async function packageNames(reader: ByteReader): Promise<string[]> {
  try {
    return (await readZipDirectory(reader)).entries.map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
    const first = startEntries(await reader.read(0, HEAD_BYTES));
    if (first.length === 0) throw error;
    return first.map(({ name }) => name);
  }
}
