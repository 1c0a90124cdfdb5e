import { type ByteReader, endsTooEarly } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

/** Begins a table of DOS, which has its own lengths. */
const TABLE = '\xc5\xd0\xd3\xc6';
const TAIL_BYTES = 1_024;

/**
 * A file of PostScript ends with the comment `%%EOF`: Document Structuring Conventions 3.0, 5.
 *
 * @throws {AppError} FILE_CORRUPT as `damage` of the facts
 */
export async function inspectPostScript(reader: ByteReader): Promise<Facts> {
  const start = await reader.read(0, TABLE.length);
  if (start.toString('latin1') === TABLE) return {};
  const tail = await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  if (!tail.includes('%%EOF')) throw endsTooEarly();
  return {};
}
