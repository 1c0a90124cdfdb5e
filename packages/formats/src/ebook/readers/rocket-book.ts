import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import { checkUnpacked, tooLarge, ZIP_LIMITS } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';

/** Little-endian: where the list of files begins, and how long the book is. */
const HEADER = { listAt: 24, sizeAt: 28, bytes: 32 };
/** Name, length, offset, and what it is. */
const ENTRY = { lengthAt: 32, offsetAt: 36, kindAt: 40, bytes: 44 };
const ENCRYPTED = 1;
const PACKED = 8;

/**
 * Checks the files of a Rocket eBook: how many they are, what they unpack to, and whether they lie within the book.
 *
 * @throws {AppError} FILE_ENCRYPTED under its DRM; FILE_TOO_LARGE above a limit; FILE_CORRUPT as `damage` of the facts
 * @see https://wiki.mobileread.com/wiki/Rocket_eBook
 */
export async function inspectRocketBook(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, HEADER.bytes);
  if (head.length < HEADER.bytes) throw endsTooEarly();
  const listAt = head.readUInt32LE(HEADER.listAt);
  const counted = await reader.read(listAt, 4);
  if (counted.length < 4) throw endsTooEarly();
  const count = counted.readUInt32LE(0);
  if (count > ZIP_LIMITS.entries) throw tooLarge('files', ZIP_LIMITS.entries);
  const list = await reader.read(listAt + 4, count * ENTRY.bytes);
  if (list.length < count * ENTRY.bytes) throw endsTooEarly();
  let unpackedBytes = 0;
  let isCut = head.readUInt32LE(HEADER.sizeAt) > reader.sizeBytes;
  for (let at = 0; at < list.length; at += ENTRY.bytes) {
    const length = list.readUInt32LE(at + ENTRY.lengthAt);
    const offset = list.readUInt32LE(at + ENTRY.offsetAt);
    const kind = list.readUInt32LE(at + ENTRY.kindAt);
    if (kind === ENCRYPTED) throw new AppError('FILE_ENCRYPTED');
    isCut ||= offset + length > reader.sizeBytes;
    unpackedBytes += kind === PACKED ? await unpackedSize(reader, offset) : length;
    checkUnpacked(reader, unpackedBytes);
  }
  if (isCut) throw endsTooEarly();
  if (head.readUInt32LE(HEADER.sizeAt) !== reader.sizeBytes) throw corrupt('its length is wrong');
  return {};
}

/** Of a packed page, which begins with the number of its pieces. */
async function unpackedSize(reader: ByteReader, offset: number): Promise<number> {
  const sizes = await reader.read(offset, 8);
  return sizes.length < 8 ? 0 : sizes.readUInt32LE(4);
}
