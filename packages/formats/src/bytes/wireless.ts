import { corrupt, endsTooEarly } from './byte-reader.js';

/** Type, fixed header and two numbers of at most five bytes. */
export const WIRELESS_HEADER_BYTES = 12;
const NUMBER_BYTES = 5;
const MORE = 0x80;

/** The header of a wireless bitmap. */
interface WirelessHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Offset of the first row. */
  readonly dataAt: number;
}

/**
 * Reads the header of a bitmap of type 0, the only one there is: WAP-237, 6.
 *
 * @param head - the beginning of a file
 * @throws {AppError} FILE_CORRUPT
 */
export function wirelessHeader(head: Buffer): WirelessHeader {
  if (head.length < 2) throw endsTooEarly();
  if (head[0] !== 0 || head[1] !== 0) throw corrupt('it is no bitmap of type 0');
  const width = numberAt(head, 2);
  const height = numberAt(head, width.end);
  if (width.value === 0 || height.value === 0) throw corrupt('it has no pixels');
  return { widthPx: width.value, heightPx: height.value, dataAt: height.end };
}

/** Seven bits a byte, of which the highest says that another follows. */
function numberAt(head: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let end = at; end < at + NUMBER_BYTES; end++) {
    const byte = head[end];
    if (byte === undefined) throw endsTooEarly();
    value = value * MORE + (byte % MORE);
    if (byte < MORE) return { value, end: end + 1 };
  }
  throw corrupt('its size is out of bounds');
}
