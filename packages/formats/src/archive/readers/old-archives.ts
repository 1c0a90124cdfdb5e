import { crc32 } from 'node:zlib';

/** The headers of cpio(5): their numbers, hexadecimal or octal, and the place and base of the length of the name. */
const CPIO_HEADERS = [
  { pattern: /^07070[12][\da-f]{104}$/i, bytes: 110, name: { from: 94, to: 102, base: 16 } },
  { pattern: /^070707[0-7]{70}$/, bytes: 76, name: { from: 59, to: 65, base: 8 } },
];
const MAX_NAME_BYTES = 4_096;

/**
 * Whether a file is a cpio archive in one of the ASCII formats. Its first name ends with a NUL and has no line break, so
 * no reader takes the file for a text.
 */
export function isCpio(head: Buffer): boolean {
  const header = CPIO_HEADERS.find(({ pattern, bytes }) => pattern.test(head.toString('latin1', 0, bytes)));
  if (!header) return false;
  const { from, to, base } = header.name;
  const length = Number.parseInt(head.toString('latin1', from, to), base);
  if (length < 2 || length > MAX_NAME_BYTES) return false;
  const name = head.subarray(header.bytes, header.bytes + length);
  return name.length === length && name.indexOf(0) === length - 1 && !name.includes(0x0a);
}

/** The last level of LHA's headers, and its place. */
const LZH_LEVEL = { offset: 20, last: 3 };

/** Whether a file begins with a header of LHA: its method, and a level that no text has. */
export const isLzh = (head: Buffer): boolean =>
  /^-l[hz][\dsd]-$/.test(head.toString('latin1', 2, 7)) && (head[LZH_LEVEL.offset] ?? 0xff) <= LZH_LEVEL.last;

/** The main header of ARJ: a mark, its length, the header, its CRC-32. */
const ARJ = { mark: 0xea60, headerAt: 4, leastBytes: 30, mostBytes: 2_600 };

/** Whether a file begins with the main header of an ARJ archive, by its checksum. */
export function isArj(head: Buffer): boolean {
  if (head.length < ARJ.headerAt || head.readUInt16LE(0) !== ARJ.mark) return false;
  const bytes = head.readUInt16LE(2);
  const end = ARJ.headerAt + bytes;
  if (bytes < ARJ.leastBytes || bytes > ARJ.mostBytes || head.length < end + 4) return false;
  return crc32(head.subarray(ARJ.headerAt, end)) === head.readUInt32LE(end);
}
