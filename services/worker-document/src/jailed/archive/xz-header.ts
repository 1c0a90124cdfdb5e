/** The xz file format, 2.1.1 and 3.1: a stream's header, then the first block's, whose size is in its first byte. */
const STREAM_HEADER_BYTES = 12;
const FILTER_COUNT = 0b11;
const HAS_COMPRESSED_SIZE = 0x40;
const HAS_UNCOMPRESSED_SIZE = 0x80;
const LZMA2 = 0x21;

/** The maximum length of the first block's header. */
export const XZ_HEAD_BYTES = STREAM_HEADER_BYTES + 1024;

/**
 * The dictionary size that the first block declares; later blocks are written with the same settings.
 *
 * @param head - the first {@link XZ_HEAD_BYTES} of a file, or all of it
 * @returns bytes, 0 without a valid header: the program that unpacks it reports the error
 */
export function xzDictionaryBytes(head: Buffer): number {
  const flags = head[STREAM_HEADER_BYTES + 1] ?? 0;
  let at = STREAM_HEADER_BYTES + 2;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; at < head.length; shift += 7) {
      const byte = head[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  if (flags & HAS_COMPRESSED_SIZE) number();
  if (flags & HAS_UNCOMPRESSED_SIZE) number();
  for (let filter = 0; filter <= (flags & FILTER_COUNT); filter++) {
    const id = number();
    const propertyBytes = number();
    const code = head[at] ?? 0xff;
    if (id === LZMA2) return code > 40 ? 0 : (2 + (code % 2)) * 2 ** (Math.floor(code / 2) + 11);
    at += propertyBytes;
  }
  return 0;
}
