import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

/** 1.0, 2.1 and 2.2, as the bytes of a file. */
export const EOT_VERSIONS = ['\0\0\x01\0', '\x01\0\x02\0', '\x02\0\x02\0'] as const;
/** The header without names. */
const HEADER_BYTES = 82;

/** Checks the sizes of the file and of the font in it. @throws {AppError} FILE_CORRUPT, as `damage` of the facts */
export async function inspectEot(reader: ByteReader): Promise<Facts> {
  const header = await reader.read(0, 8);
  if (header.length < 8) throw endsTooEarly();
  const [total, font] = [header.readUInt32LE(0), header.readUInt32LE(4)];
  if (total > reader.sizeBytes) throw endsTooEarly();
  if (font === 0 || HEADER_BYTES + font > total) throw corrupt('its header is broken');
  return {};
}
