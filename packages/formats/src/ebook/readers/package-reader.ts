import { AppError } from '@filemill/errors';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { readZipDirectory } from '../../bytes/zip.js';
import { readLocalEntries } from '../../bytes/zip-local-entries.js';
import { HEAD_BYTES } from '../../detect/content.js';

/**
 * Entry names of a zip-based book or document, in directory order; those of the first entries if the directory is lost.
 *
 * @throws {AppError} FILE_CORRUPT if there are none
 */
export async function packageNames(reader: ByteReader): Promise<string[]> {
  try {
    return (await readZipDirectory(reader)).entries.map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
    const first = readLocalEntries(await reader.read(0, HEAD_BYTES));
    if (first.length === 0) throw error;
    return first.map(({ name }) => name);
  }
}
