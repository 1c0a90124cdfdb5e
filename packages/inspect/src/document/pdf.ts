import type { ByteReader } from '../byte-reader.js';
import { cutShort } from '../image/corrupt.js';

/** Readers look this far back for the end; some mailers append a few lines. */
const TAIL_BYTES = 4_096;

/** ISO 32000-2, 7.5.2. Nothing but white space may stand before the header here: else it is another file in disguise. */
export const isPdf = (head: Buffer): boolean =>
  /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head.toString('latin1', 0, 64));

/**
 * Checks that the end is in place. Whether a password is needed, and how many pages there are, poppler tells.
 *
 * @throws {AppError} FILE_CORRUPT if the file is cut short
 */
export async function inspectPdf(reader: ByteReader): Promise<void> {
  const tail = await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  if (!/startxref\s+\d+\s+%%EOF/.test(tail.toString('latin1'))) throw cutShort();
}
