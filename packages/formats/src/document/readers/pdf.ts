import { type ByteReader, endsTooEarly } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';

/** Readers search this far back for the end; some mailers append a few lines. */
const TAIL_BYTES = 4_096;
/** Acrobat searches for the header in this many bytes: ISO 32000-1, annex H, note 13. */
const HEADER_WITHIN = 1_024;
const HEADER = /%PDF-\d/;

/** ISO 32000-2, 7.5.2: only white space may precede the header. */
export const isPdf = ({ head }: Content): boolean =>
  /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head.toString('latin1', 0, 64));

/** RFC 1740, 2: magic number of AppleSingle, which stores a Mac's file after its metadata. */
const APPLE_SINGLE = '\0\x05\x16\0';
/** MacBinary II: a name of up to 63 letters after a NUL, NULs at 74 and 82, and the file from 128 on. */
const MAC_BINARY = { nameBytesAt: 1, mostNameBytes: 63, nulsAt: [0, 74, 82], bytes: 128 };

/**
 * Whether a PDF follows other bytes: data that a mailer or a server added, or a Mac's metadata. A text that only
 * mentions PDF has no end of a PDF.
 */
export async function isPdfInside({ head, reader }: Content): Promise<boolean> {
  const start = head.toString('latin1');
  const at = start.search(HEADER);
  if (at < 0) return false;
  if (start.startsWith(APPLE_SINGLE) || (at === MAC_BINARY.bytes && isMacBinary(head))) return true;
  return at < HEADER_WITHIN && (await hasEnd(reader));
}

function isMacBinary(head: Buffer): boolean {
  const nameBytes = head[MAC_BINARY.nameBytesAt] ?? 0;
  return (
    nameBytes > 0 && nameBytes <= MAC_BINARY.mostNameBytes && MAC_BINARY.nulsAt.every((at) => head[at] === 0)
  );
}

async function hasEnd(reader: ByteReader): Promise<boolean> {
  const tail = await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  return /startxref\s{1,16}\d{1,19}\s{1,16}%%EOF/.test(tail.toString('latin1'));
}

/**
 * Checks that the end is present. poppler reports passwords and the number of pages.
 *
 * @throws {AppError} FILE_CORRUPT as `damage` of the facts
 */
export async function inspectPdf(reader: ByteReader): Promise<Facts> {
  if (!(await hasEnd(reader))) throw endsTooEarly();
  return {};
}
