import { AppError } from '@filemill/errors';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { readZipDirectory } from '../../bytes/zip.js';
import { checkZip, checkZipLimits, hasOverlaps } from '../../bytes/zip-check.js';
import type { Facts } from '../../define/facts.js';

/** Stored, Deflate, bzip2, LZMA, xz, PPMd (APPNOTE.TXT 6.3.10, 4.4.5): the methods that libarchive 3.6 reads. */
const METHODS = new Set([0, 8, 12, 14, 95, 98]);

/**
 * @throws {AppError} FILE_TOO_LARGE, FILE_ENCRYPTED; UNSUPPORTED_FORMAT for a method no engine unpacks; FILE_CORRUPT
 *   as `damage` of the facts
 */
export async function inspectZip(reader: ByteReader): Promise<Facts> {
  const directory = await readZipDirectory(reader);
  checkZipLimits(reader, directory);
  // A limit, not damage: docs/security.md, "spans must not overlap".
  if (hasOverlaps(directory)) {
    throw new AppError('FILE_TOO_LARGE', {
      message: 'Entries of the archive share bytes, as those of bombs do.',
    });
  }
  const unsupported = directory.entries.find(({ method }) => !METHODS.has(method));
  if (unsupported)
    throw new AppError('UNSUPPORTED_FORMAT', { seen: `a zip packed by method ${unsupported.method}` });
  await checkZip(reader, directory, { names: 'engine' });
  return {};
}
