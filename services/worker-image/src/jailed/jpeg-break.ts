const END = Buffer.from([0xff, 0xd9]);
/** Markers of tables, frames and scans, which declare their length. ITU-T T.81, table B.1. */
const hasLength = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xfe);

/**
 * A JPEG up to its first truncated segment, with an end marker added; the unchanged file if all segments are
 * complete.
 */
export function jpegUpToBreak(file: Buffer): Buffer {
  for (let at = file.lastIndexOf(0xff); at > 0; at = file.lastIndexOf(0xff, at - 1)) {
    const marker = file[at + 1] ?? 0xff;
    const isCut = at + 4 > file.length || at + 2 + file.readUInt16BE(at + 2) > file.length;
    if (marker === 0xff || (hasLength(marker) && isCut)) return Buffer.concat([file.subarray(0, at), END]);
    // The end can only lie in the data after the last of these.
    if (hasLength(marker)) break;
  }
  return Buffer.concat([file, END]);
}
