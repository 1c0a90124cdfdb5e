/** The superblock of ext, 1,024 bytes after the start: linux/Documentation/filesystems/ext4. */
const EXT = { start: 1_024, magicAt: 56, magic: 0xef53, blockSizeAt: 24, revisionAt: 76, inodesAt: 0 };
const MAX_BLOCK_SIZE_LOG = 6;

/** Whether a file is the image of an ext file system: its magic number, a possible size of blocks, a known revision. */
export function isExt(head: Buffer): boolean {
  const block = head.subarray(EXT.start);
  if (block.length < EXT.revisionAt + 4 || block.readUInt16LE(EXT.magicAt) !== EXT.magic) return false;
  const isPossible = block.readUInt32LE(EXT.blockSizeAt) <= MAX_BLOCK_SIZE_LOG;
  return isPossible && block.readUInt32LE(EXT.revisionAt) <= 1 && block.readUInt32LE(EXT.inodesAt) > 0;
}

/** The boot sector of FAT: Microsoft's fatgen103, "BPB". */
const SECTOR_BYTES = new Set([512, 1_024, 2_048, 4_096]);
const isPowerOfTwo = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;
/** Of FAT12 and FAT16, and of FAT32. */
const FAT_NAMES_AT = [54, 82];
/** A fixed disc, and floppy discs. */
const FIRST_MEDIA = 0xf0;

/** Whether a file is the image of a FAT file system: its boot sector is possible, and names it. */
export function isFat(head: Buffer): boolean {
  if (head.length < 512 || head.readUInt16LE(510) !== 0xaa55) return false;
  const isNamed = FAT_NAMES_AT.some((at) => head.toString('latin1', at, at + 3) === 'FAT');
  const hasSizes = SECTOR_BYTES.has(head.readUInt16LE(11)) && isPowerOfTwo(head.readUInt8(13));
  return isNamed && hasSizes && head.readUInt8(16) <= 2 && head.readUInt8(21) >= FIRST_MEDIA;
}
