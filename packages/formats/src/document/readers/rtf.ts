import { type ByteReader, endsTooEarly } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

const TAIL_BYTES = 1_024;

/**
 * An RTF file is one group: its last brace closes it, and only white space and NULs may follow.
 *
 * @throws {AppError} FILE_CORRUPT as `damage` of the facts
 */
export async function inspectRtf(reader: ByteReader): Promise<Facts> {
  const tail = await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  if (!tail.toString('latin1').replaceAll('\0', ' ').trimEnd().endsWith('}')) throw endsTooEarly();
  return {};
}
