/** Tag 0x0112 of the first directory (Exif 2.32, table 4). */
const ORIENTATION_TAG = 0x0112;
/** Entries of the first directory that are read; cameras write about 15. */
const MAX_ENTRIES = 200;

/**
 * EXIF orientation, 1 to 8, from a TIFF-structured EXIF block; undefined if it is absent or invalid.
 *
 * @param block - from the byte order mark on, or with JPEG's prefix `Exif\0\0`
 */
export function exifOrientation(block: Buffer): number | undefined {
  const tiff = block.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? block.subarray(6) : block;
  const order = tiff.subarray(0, 2).toString('latin1');
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return undefined;
  const little = order === 'II';
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  const entries = Math.min(u16(directory), MAX_ENTRIES);
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * 12;
    if (at + 12 > tiff.length) return undefined;
    if (u16(at) === ORIENTATION_TAG) return validOrientation(u16(at + 8));
  }
  return undefined;
}

/** An EXIF orientation from 1 to 8; undefined for any other value. */
export const validOrientation = (value: number): number | undefined =>
  value >= 1 && value <= 8 ? value : undefined;

/** Width and height as a viewer shows them: orientations 5 to 8 swap them. */
export function uprightSize(
  widthPx: number,
  heightPx: number,
  orientation: number | undefined,
): { widthPx: number; heightPx: number; orientation?: number } {
  if (orientation === undefined) return { widthPx, heightPx };
  return orientation >= 5
    ? { widthPx: heightPx, heightPx: widthPx, orientation }
    : { widthPx, heightPx, orientation };
}
