import { crc32 } from 'node:zlib';
import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { corrupt, cutShort } from '../image/corrupt.js';

/** Start header and what follows it: 7zFormat.txt of the 7-Zip sources, "SignatureHeader". */
const START_BYTES = 32;
const START_HEADER = { offset: 12, length: 20 };
/** Id of the coder AES-256 + SHA-256, `06F10701`: Methods.txt of the 7-Zip sources. */
const AES = Buffer.from('06f10701', 'hex');
const MAX_HEADER_BYTES = 8 * 1024 * 1024;

/**
 * @throws {AppError} FILE_CORRUPT for a broken start or an end that is missing; FILE_ENCRYPTED if the list of files is
 *   encrypted, or says so unpacked
 */
export async function inspectSevenZip(reader: ByteReader): Promise<void> {
  const start = await reader.read(0, START_BYTES);
  if (start.length < START_BYTES) throw cutShort();
  const fields = start.subarray(START_HEADER.offset, START_HEADER.offset + START_HEADER.length);
  if (crc32(fields) !== start.readUInt32LE(8)) throw corrupt('its first header is broken');
  const [offset, size] = [Number(fields.readBigUInt64LE(0)), Number(fields.readBigUInt64LE(8))];
  if (START_BYTES + offset + size > reader.sizeBytes) throw cutShort();
  if (size > MAX_HEADER_BYTES) throw corrupt('its list is too long');
  const header = await reader.read(START_BYTES + offset, size);
  if (crc32(header) !== fields.readUInt32LE(16)) throw corrupt('its list is broken');
  if (header.includes(AES)) throw new AppError('FILE_ENCRYPTED');
}
