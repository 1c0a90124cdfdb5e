import type { Content } from '../../define/signature.js';

/** [MS-CFB] 2.2 and 2.6: the root entry is the first of the directory, and says which program the file is for. */
const COMPOUND = { shiftAt: 30, directoryAt: 48, classAt: 80, classBytes: 16 };
/** Windows Installer's databases, {000C1084-0000-0000-C000-000000000046}. */
const INSTALLER = Buffer.from('84100c0000000000c000000000000046', 'hex');
const MAX_SECTOR_SHIFT = 12;

/** Whether a compound file is an installer of Windows. */
export async function isInstaller({ head, window }: Content): Promise<boolean> {
  const shift = head.readUInt16LE(COMPOUND.shiftAt);
  if (shift > MAX_SECTOR_SHIFT) return false;
  const root = (head.readUInt32LE(COMPOUND.directoryAt) + 1) * 2 ** shift;
  return (await window.read(root + COMPOUND.classAt, COMPOUND.classBytes)).equals(INSTALLER);
}

/** The trailer of UDIF, at the end of the file. */
const TRAILER = { bytes: 512, mark: 'koly', version: 4 };

/** Whether a file ends as Apple's disk images do: their beginning is that of whatever they hold, packed or not. */
export async function isUdif({ reader, sizeBytes }: Content): Promise<boolean> {
  if (sizeBytes < TRAILER.bytes) return false;
  const trailer = await reader.read(sizeBytes - TRAILER.bytes, 12);
  return (
    trailer.length === 12 &&
    trailer.toString('latin1', 0, 4) === TRAILER.mark &&
    trailer.readUInt32BE(4) === TRAILER.version &&
    trailer.readUInt32BE(8) === TRAILER.bytes
  );
}

/** What packed blocks begin with, bzip2's and LZMA's: other formats have these bytes for their magic number. */
const PACKED_STARTS = ['BZh', '\xfd7zXZ\0'];

/** Whether such an image begins like a packed file. */
export const isPackedUdif = (content: Content): boolean | Promise<boolean> =>
  PACKED_STARTS.some((start) => content.head.toString('latin1', 0, start.length) === start) &&
  isUdif(content);
