import { type ByteReader, endsTooEarly } from '../../bytes/byte-reader.js';
import { checkUnpacked } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';

export const TCR_MAGIC = '!!8-Bit!!';
const STRINGS = 256;
const WINDOW_BYTES = 1024 * 1024;

/**
 * Adds up what the text unpacks to: after the magic come 256 strings, each behind its length, and each byte of the text stands
 * for one of them.
 *
 * @throws {AppError} FILE_TOO_LARGE if that is too much; FILE_CORRUPT as `damage` of the facts
 * @see https://wiki.mobileread.com/wiki/TCR
 */
export async function inspectTcr(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, TCR_MAGIC.length + STRINGS * 256);
  const lengths: number[] = [];
  let at = TCR_MAGIC.length;
  while (lengths.length < STRINGS) {
    const length = head[at];
    if (length === undefined) throw endsTooEarly();
    lengths.push(length);
    at += 1 + length;
  }
  if (at >= reader.sizeBytes) throw endsTooEarly();
  let unpackedBytes = 0;
  for (; at < reader.sizeBytes; at += WINDOW_BYTES) {
    for (const byte of await reader.read(at, WINDOW_BYTES)) unpackedBytes += lengths[byte] as number;
    checkUnpacked(reader, unpackedBytes);
  }
  return {};
}
