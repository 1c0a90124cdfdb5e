/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const DIGITS = /^\d*$/;

/**
 * The part of a file that a `Range` header requests (RFC 9110, section 14). An unknown form, or a request
 * for several parts, is ignored, as the RFC allows.
 *
 * @returns undefined for the whole file; `unsatisfiable` if the file has no byte of it
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [first, last] = boundsOf(header ?? '') ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** The numbers before and after the hyphen, one of which may be empty; undefined for anything else. */
function boundsOf(header: string): [first: string, last: string] | undefined {
  const equals = header.indexOf('=');
  const hyphen = header.indexOf('-', equals);
  if (equals < 0 || hyphen < 0 || header.slice(0, equals).trim().toLowerCase() !== 'bytes') return undefined;
  const [first, last] = [header.slice(equals + 1, hyphen).trim(), header.slice(hyphen + 1).trim()];
  return DIGITS.test(first) && DIGITS.test(last) && first + last !== '' ? [first, last] : undefined;
}
