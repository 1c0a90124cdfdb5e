import { crc32 } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

/** Start header and what follows it: 7zFormat.txt of the 7-Zip sources, "SignatureHeader". */
const START_BYTES = 32;
const START_HEADER = { offset: 12, length: 20 };
/** Id of the coder AES-256 + SHA-256, `06F10701`: Methods.txt of the 7-Zip sources. */
const AES = Buffer.from('06f10701', 'hex');
/** How much of the file list is read; more than 10,000 names need. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;

/**
 * Checks encryption first: an encrypted file list says so in its header, even if the checksum is wrong.
 *
 * @throws {AppError} FILE_ENCRYPTED; FILE_CORRUPT, as `damage` of the facts, for a broken start or an end that is missing
 */
export async function inspectSevenZip(reader: ByteReader): Promise<Facts> {
  const start = await reader.read(0, START_BYTES);
  if (start.length < START_BYTES) throw endsTooEarly();
  const fields = start.subarray(START_HEADER.offset, START_HEADER.offset + START_HEADER.length);
  const [offset, size] = [Number(fields.readBigUInt64LE(0)), Number(fields.readBigUInt64LE(8))];
  const from = START_BYTES + offset;
  const header =
    from < reader.sizeBytes ? await reader.read(from, Math.min(size, MAX_HEADER_BYTES)) : Buffer.alloc(0);
  if (header.includes(AES)) throw new AppError('FILE_ENCRYPTED');
  if (crc32(fields) !== start.readUInt32LE(8)) throw corrupt('its first header is broken');
  if (from + size > reader.sizeBytes) throw endsTooEarly();
  if (size > MAX_HEADER_BYTES) throw corrupt('its list is too long');
  if (crc32(header) !== fields.readUInt32LE(16)) throw corrupt('its list is broken');
  return {};
}
