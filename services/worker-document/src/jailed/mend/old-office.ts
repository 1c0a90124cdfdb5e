/** [MS-CFB] 2.2 and 2.3. */
const HEADER = { shiftAt: 30, fatSectorsAt: 44, fatAt: 76, listed: 109 };
const LARGE_SHIFT = 12;
const USUAL_SHIFT = 9;
const FREE = 0xffff_ffff;

/**
 * Fills a compound file with zeros up to the last sector that its table uses: programs refuse a file whose end is
 * missing, even if that is only padding. If at most the last sector is truncated, no content is missing.
 *
 * @returns undefined if no sector is missing
 */
export function mendOle(file: Buffer): Mended | undefined {
  if (file.length < 512) return undefined;
  const shift = file.readUInt16LE(HEADER.shiftAt) === LARGE_SHIFT ? LARGE_SHIFT : USUAL_SHIFT;
  const sectorBytes = 1 << shift;
  const sectors = Math.max(usedSectors(file, sectorBytes), Math.ceil(file.length / sectorBytes) - 1);
  const missing = (sectors + 1) * sectorBytes - file.length;
  if (missing <= 0) return undefined;
  return { parts: [file, Buffer.alloc(missing)], isWhole: missing < sectorBytes };
}

/** One more than the number of the last sector in use, according to the available sectors of the table. */
function usedSectors(file: Buffer, sectorBytes: number): number {
  const perSector = sectorBytes / 4;
  const count = Math.min(file.readUInt32LE(HEADER.fatSectorsAt), HEADER.listed);
  for (let index = count - 1; index >= 0; index--) {
    const at = (file.readUInt32LE(HEADER.fatAt + 4 * index) + 1) * sectorBytes;
    const table = file.subarray(at, at + sectorBytes);
    for (let entry = Math.floor(table.length / 4) - 1; entry >= 0; entry--) {
      if (table.readUInt32LE(entry * 4) !== FREE) return index * perSector + entry + 1;
    }
  }
  return 0;
}

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

/** A repaired file. */
export interface Mended {
  /** Parts that are written one after the other. */
  readonly parts: readonly Buffer[];
  /** No content is missing: only the container was out of order. */
  readonly isWhole: boolean;
}
