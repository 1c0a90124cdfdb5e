/** Code page 037 from 0x40 on, from the Unicode Consortium's table MAPPINGS/VENDORS/MICSFT/EBCDIC/CP037.TXT. */
const FROM_SPACE =
  ' \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="' +
  'Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×' +
  '{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\x9f';
const FIRST = 0x40;
/** Tab, the two line ends, form feed and return; other controls have no meaning in a text. */
const CONTROLS: ReadonlyMap<number, string> = new Map([
  [0x05, '\t'],
  [0x15, '\n'],
  [0x25, '\n'],
  [0x0c, '\f'],
  [0x0d, '\r'],
]);
const SPACE = 0x40;

const SAMPLE_BYTES = 16_384;
/**
 * Common EBCDIC bytes: spaces, and letters and digits, which all lie above 0x80, where Windows-1252 has rare
 * characters.
 */
const LEAST = { spaces: 0.03, known: 0.98, high: 0.6 };

/** Whether bytes are EBCDIC text: nearly all are its letters, digits, spaces and line ends. */
export function isEbcdic(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let [spaces, known, high] = [0, 0, 0];
  for (const byte of sample) {
    if (byte === SPACE) spaces++;
    if (isLetterOrDigit(byte)) high++;
    if (byte >= FIRST || CONTROLS.has(byte)) known++;
  }
  const part = (count: number): number => count / Math.max(1, sample.length);
  return part(spaces) >= LEAST.spaces && part(known) >= LEAST.known && part(high) >= LEAST.high;
}

/** Letters are at 1 to 9 in rows 8, 9, C and D, and at 2 to 9 in A and E; digits at 0 to 9 in row F. */
const FIRST_OF_ROW: Readonly<Record<number, number>> = { 8: 1, 9: 1, 10: 2, 12: 1, 13: 1, 14: 2, 15: 0 };

const isLetterOrDigit = (byte: number): boolean => {
  const column = byte & 0x0f;
  return column <= 9 && column >= (FIRST_OF_ROW[byte >> 4] ?? 10);
};

/** Decodes EBCDIC text; bytes without a character are dropped. */
export const decodeEbcdic = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => (byte >= FIRST ? FROM_SPACE[byte - FIRST] : CONTROLS.get(byte)) ?? '').join('');
