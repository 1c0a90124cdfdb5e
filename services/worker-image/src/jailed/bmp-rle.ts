/**
 * Decodes the run lengths of a bitmap with 4 or 8 bits (Microsoft, "Bitmap compression").
 *
 * @returns `indexes`: one palette index a pixel, bottom row first; skipped pixels stay 0. `rows`: number of rows before
 *   the data end without an end mark
 */
export function runLengthIndexes(
  data: Buffer,
  widthPx: number,
  heightPx: number,
  nibbles: boolean,
): { indexes: Uint8Array; rows: number } {
  const indexes = new Uint8Array(widthPx * heightPx);
  let [x, y, at] = [0, 0, 0];
  const put = (index: number): void => {
    if (x < widthPx && y < heightPx) indexes[y * widthPx + x] = index;
    x++;
  };
  const nibble = (byte: number, i: number): number => (i % 2 === 0 ? byte >> 4 : byte & 15);
  while (at + 1 < data.length && y < heightPx) {
    const [count, value] = [data.readUInt8(at), data.readUInt8(at + 1)];
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(nibbles ? nibble(value, i) : value);
    } else if (value === 0) {
      [x, y] = [0, y + 1];
    } else if (value === 1) {
      return { indexes, rows: heightPx };
    } else if (value === 2) {
      x += data[at] ?? 0;
      y += data[at + 1] ?? 0;
      at += 2;
    } else {
      const bytes = nibbles ? Math.ceil(value / 2) : value;
      for (let i = 0; i < value; i++) {
        put(nibbles ? nibble(data[at + (i >> 1)] ?? 0, i) : (data[at + i] ?? 0));
      }
      // Literal runs are padded to an even length.
      at += bytes + (bytes % 2);
    }
  }
  return { indexes, rows: Math.min(heightPx, x >= widthPx ? y + 1 : y) };
}
