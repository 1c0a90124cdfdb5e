import type { Mended } from './mended.js';

const [OPEN, CLOSE, BACKSLASH, NUL] = [0x7b, 0x7d, 0x5c, 0x00];
/** Raw bytes, in which braces have no meaning: RTF 1.9.1, "Pictures". */
const BIN = /^bin(\d{1,10}) ?/;

/**
 * Closes the groups that an RTF file leaves open. If only the last brace is missing, no content is.
 *
 * @returns undefined if no group is open
 */
export function mendRtf(file: Buffer): Mended | undefined {
  let end = file.length;
  while (end > 0 && file[end - 1] === NUL) end--;
  let depth = 0;
  for (let at = 0; at < end; at++) {
    const byte = file[at];
    if (byte === OPEN) depth++;
    else if (byte === CLOSE) depth--;
    else if (byte === BACKSLASH) at += escapedBytes(file, at + 1);
  }
  if (depth <= 0) return undefined;
  return { parts: [file.subarray(0, end), Buffer.from('}'.repeat(depth))], isWhole: depth === 1 };
}

/** A brace or backslash after a backslash is a character. */
function escapedBytes(file: Buffer, at: number): number {
  const binary = BIN.exec(file.toString('latin1', at, at + 16));
  return binary ? binary[0].length + Number(binary[1]) : 1;
}
