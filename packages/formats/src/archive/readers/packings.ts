/** Properties, dictionary and unpacked size: lzma-file-format.txt of XZ Utils. */
const LZMA_HEAD_BYTES = 13;
/** What every known writer sets: lc 3, lp 0, pb 2. */
const LZMA_PROPERTIES = 0x5d;
/** XZ Utils refuses more as no LZMA. */
const MAX_UNPACKED_BYTES = 2 ** 38;
const UNKNOWN_SIZE = 2n ** 64n - 1n;

/** Whether a file may be LZMA: a dictionary of 2^n or 2^n + 2^(n-1) bytes, and an unpacked size that is possible. */
export function isLzma(head: Buffer): boolean {
  if (head.length <= LZMA_HEAD_BYTES || head[0] !== LZMA_PROPERTIES || head[LZMA_HEAD_BYTES] !== 0)
    return false;
  const dictionary = head.readUInt32LE(1);
  const highest = 2 ** (31 - Math.clz32(dictionary));
  if (dictionary < 4_096 || (dictionary !== highest && dictionary !== highest * 1.5)) return false;
  const unpacked = head.readBigUInt64LE(5);
  return unpacked === UNKNOWN_SIZE || unpacked < MAX_UNPACKED_BYTES;
}

/** The longest code of Unix compress, in the third byte of a file; two of its bits are always 0. */
const CODE_BITS = { from: 9, to: 16, mask: 0x1f, unused: 0x60 };

/** Whether a file may be packed with Unix compress, by its three bytes of header. */
export function isCompress(head: Buffer): boolean {
  const flags = head[2] ?? 0;
  const bits = flags & CODE_BITS.mask;
  const isPossible = (flags & CODE_BITS.unused) === 0 && bits >= CODE_BITS.from && bits <= CODE_BITS.to;
  return head[0] === 0x1f && head[1] === 0x9d && isPossible;
}
