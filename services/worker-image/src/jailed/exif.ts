/**
 * Whether EXIF says more than the picture itself does: sizes, resolution and orientation are kept without it. EXIF is a
 * TIFF without pixels, so the same holds for the first directory of a TIFF.
 *
 * @see CIPA DC-008, tables 4 to 15
 */

const EXIF_PREFIX = 'Exif\0\0';
const ENTRY_BYTES = 12;
/** More than any camera writes. */
const MAX_ENTRIES = 1_000;
const EXIF_POINTER = 0x8769;
/** Description, maker, model, date, artist, copyright, place. */
const TELLING: ReadonlySet<number> = new Set([0x010e, 0x010f, 0x0110, 0x0132, 0x013b, 0x8298, 0x8825]);
/** Versions, colour space and sizes. */
const TECHNICAL: ReadonlySet<number> = new Set([
  ...[0x9000, 0x9101, 0x9102, 0xa000, 0xa001, 0xa002, 0xa003, 0xa005],
]);

/** Reads bytes of a file, fewer at its end. */
export type ReadAt = (at: number, bytes: number) => Buffer;

/** @param exif - with or without its prefix, as containers store it */
export const exifSaysMore = (exif: Buffer): boolean => {
  const tiff = exif.toString('latin1', 0, 6) === EXIF_PREFIX ? exif.subarray(6) : exif;
  return tiffSaysMore((at, bytes) => tiff.subarray(at, at + bytes));
};

/** @param read - of the whole TIFF; false for a BigTIFF, whose directory has another form */
export function tiffSaysMore(read: ReadAt): boolean {
  const head = read(0, 8);
  if (head.length < 8) return false;
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const u32 = (bytes: Buffer, at: number): number =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  if ((isLittle ? head.readUInt16LE(2) : head.readUInt16BE(2)) !== 42) return false;
  const entriesAt = (at: number): readonly { tag: number; value: number }[] => {
    const counted = read(at, 2);
    if (counted.length < 2) return [];
    const count = Math.min(MAX_ENTRIES, isLittle ? counted.readUInt16LE(0) : counted.readUInt16BE(0));
    const entries = read(at + 2, count * ENTRY_BYTES);
    return Array.from({ length: Math.floor(entries.length / ENTRY_BYTES) }, (_, index) => {
      const start = index * ENTRY_BYTES;
      const tag = isLittle ? entries.readUInt16LE(start) : entries.readUInt16BE(start);
      return { tag, value: u32(entries, start + 8) };
    });
  };
  const first = entriesAt(u32(head, 4));
  if (first.some(({ tag }) => TELLING.has(tag))) return true;
  const pointer = first.find(({ tag }) => tag === EXIF_POINTER);
  return pointer !== undefined && entriesAt(pointer.value).some(({ tag }) => !TECHNICAL.has(tag));
}
