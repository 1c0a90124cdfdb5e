const END = Buffer.from([0xff, 0xd9]);
/** Tables, frames and scans: each says how long it is. ITU-T T.81, table B.1. */
const hasLength = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xfe);

/**
 * A JPEG up to where its last part that says its length is cut short, with an end of its own; the whole of one whose parts are
 * all there.
 */
export function jpegUpToBreak(file: Buffer): Buffer {
  for (let at = file.lastIndexOf(0xff); at > 0; at = file.lastIndexOf(0xff, at - 1)) {
    const marker = file[at + 1] ?? 0xff;
    const isCut = at + 4 > file.length || at + 2 + file.readUInt16BE(at + 2) > file.length;
    if (marker === 0xff || (hasLength(marker) && isCut)) return Buffer.concat([file.subarray(0, at), END]);
    // Only in the data behind the last of these can the end lie.
    if (hasLength(marker)) break;
  }
  return Buffer.concat([file, END]);
}
