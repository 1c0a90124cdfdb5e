/** In UTF-16 that is mostly ASCII, at least this share of the high bytes is zero, and hardly any low byte. */
const UTF16 = { windowBytes: 4_096, leastBytes: 8, high: 0.4, low: 0.02 };

/**
 * Decodes a text without a declared encoding: by its byte order mark; as UTF-16 by its zeros; UTF-8 if it is valid;
 * EBCDIC by its letters; else Windows-1252, which old western spreadsheets use.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const unmarked = unmarkedUtf16(bytes.subarray(0, UTF16.windowBytes));
  if (unmarked) return new TextDecoder(unmarked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return isEbcdic(bytes) ? decodeEbcdic(bytes) : new TextDecoder('windows-1252').decode(bytes);
  }
}

function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < UTF16.leastBytes) return undefined;
  const nuls = [0, 0] as [number, number];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) nuls[at % 2 === 0 ? 0 : 1]++;
  const [even, odd] = nuls.map((count) => count / (bytes.length / 2)) as [number, number];
  if (odd >= UTF16.high && even <= UTF16.low) return 'utf-16le';
  return even >= UTF16.high && odd <= UTF16.low ? 'utf-16be' : undefined;
}

/** A page must declare its encoding within this many bytes: HTML standard, section 4.2.5.4. */
const DECLARED_WITHIN = 1_024;
const DECLARED = /<(?:meta\b[^<>]*?charset\s*=\s*["']?|\?xml\b[^<>]*?encoding\s*=\s*["'])([\w:.-]+)/i;

/** Decodes a web page: by its byte order mark or its own declaration, else like any other text. */
export function decodeHtml(bytes: Buffer): string {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = DECLARED.exec(bytes.toString('latin1', 0, DECLARED_WITHIN))?.[1];
  if (hasMark || label === undefined) return decodeText(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return decodeText(bytes); // an unknown encoding
  }
}

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
