/** Blocks and fields of ustar and pax: POSIX.1-2017, pax, "ustar Interchange Format". */
export const BLOCK_BYTES = 512;

/** The header of one entry. */
export interface TarHeader {
  readonly name: Buffer;
  /** `0` file, `5` folder; other types are neither. */
  readonly type: string;
  readonly sizeBytes: number;
  /** Permission bits. */
  readonly mode: number;
  /** Seconds since 1970 as decimal text, possibly with a fraction. */
  readonly mtime: string;
  readonly uid: number;
  readonly gid: number;
  readonly userName: string;
  readonly groupName: string;
}

/** Whether a block has a valid header checksum. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < BLOCK_BYTES || block[0] === 0) return false;
  return headerChecksum(block) === readNumber(block, 148, 8);
}

/** The sum of all bytes of a header, in which the checksum field counts as spaces. */
export function headerChecksum(block: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < BLOCK_BYTES; at++) if (at < 148 || at >= 156) sum += block[at] ?? 0;
  return sum;
}

/** An octal number, or a binary one after GNU tar's mark 0x80. */
export function readNumber(block: Buffer, at: number, length: number): number {
  if ((block[at] ?? 0) & 0x80) {
    const bytes = Buffer.from(block.subarray(at, at + length));
    if (bytes[0] === 0x80) bytes[0] = 0;
    return Number(BigInt.asIntN(length * 8, BigInt(`0x${bytes.toString('hex')}`)));
  }
  return Number.parseInt(readText(block, at, length).toString('latin1').trim() || '0', 8);
}

/** Up to the first NUL. */
export function readText(block: Buffer, at: number, length: number): Buffer {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Padding of the last block. */
export const paddingOf = (sizeBytes: number): number =>
  (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
