import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import { checkUnpacked, tooLarge, ZIP_LIMITS } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';

const MAGIC = 'SNBP000B';
/** Big-endian: number of files, length of their list unpacked, length of pictures, and of the pages unpacked. */
const HEADER = { filesAt: 20, listAt: 24, picturesAt: 32, pagesAt: 36, bytes: 44 };

/**
 * Checks what a book of Bambook declares to unpack to, and that its end is there, which repeats the magic.
 *
 * @throws {AppError} FILE_TOO_LARGE above a limit; FILE_CORRUPT as `damage` of the facts
 * @see https://wiki.mobileread.com/wiki/SNB
 */
export async function inspectSnb(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, HEADER.bytes);
  if (head.length < HEADER.bytes) throw endsTooEarly();
  const files = head.readUInt32BE(HEADER.filesAt);
  if (files > ZIP_LIMITS.entries) throw tooLarge('files', ZIP_LIMITS.entries);
  const parts = [HEADER.listAt, HEADER.picturesAt, HEADER.pagesAt].map((at) => head.readUInt32BE(at));
  checkUnpacked(
    reader,
    parts.reduce((sum, bytes) => sum + bytes, 0),
  );
  if (reader.sizeBytes < HEADER.bytes + MAGIC.length) throw endsTooEarly();
  const end = await reader.read(reader.sizeBytes - MAGIC.length, MAGIC.length);
  if (end.toString('latin1') !== MAGIC) throw corrupt('its end is missing');
  return {};
}
