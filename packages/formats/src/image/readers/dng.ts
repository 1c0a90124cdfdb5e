/** DNG 1.6, "DNGVersion": the tag that every DNG has in its first directory. */
const DNG_VERSION = 50_706;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 200;

/** A TIFF of either byte order whose first directory, near its start, says that it is a DNG. */
export function isDng(head: Buffer): boolean {
  const order = head.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return false;
  const isLittle = order.startsWith('I');
  const short = (at: number): number => (isLittle ? head.readUInt16LE(at) : head.readUInt16BE(at));
  const directory = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4);
  if (directory + 2 > head.length) return false;
  const count = Math.min(short(directory), MAX_ENTRIES);
  for (let at = directory + 2, i = 0; i < count && at + ENTRY_BYTES <= head.length; i++, at += ENTRY_BYTES) {
    if (short(at) === DNG_VERSION) return true;
  }
  return false;
}
