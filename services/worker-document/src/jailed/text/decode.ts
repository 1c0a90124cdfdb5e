import { decodeEbcdic, isEbcdic } from './ebcdic.js';

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
