/** So that a picture is not held twice. */
const PIECE_BYTES = 8 * 1_048_576;

/** First row and end of each part of a picture that is written at once. @param rowBytes - of the output */
export function* rowsTogether(
  rows: number,
  rowBytes: number,
): Generator<readonly [from: number, to: number]> {
  const together = Math.max(1, Math.floor(PIECE_BYTES / rowBytes));
  for (let from = 0; from < rows; from += together) yield [from, Math.min(rows, from + together)];
}
