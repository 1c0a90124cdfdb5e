import { corrupt, cutShort } from '../../bytes/corrupt.js';
import { tooLarge, ZIP_LIMITS } from '../../bytes/zip-limits.js';

/** A piece of a file that something of it claims. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** One table of a font, as its directory has it. */
export interface Table extends Span {
  /** Four characters. */
  readonly tag: string;
  /** Bytes once unpacked; `length` where it is not packed. */
  readonly unpackedBytes: number;
}

/** OpenType and AAT together register fewer than 80. */
const MAX_TABLES = 256;

/** @throws {AppError} FILE_CORRUPT for a number that no font has */
export function checkCount(tables: number): void {
  if (tables === 0 || tables > MAX_TABLES) throw corrupt('its directory has an impossible number of tables');
}

/** @throws {AppError} FILE_CORRUPT for a table that is there twice, or one that every font has and this has not */
export function checkTags(tables: readonly Pick<Table, 'tag'>[]): void {
  const tags = new Set(tables.map(({ tag }) => tag));
  if (tags.size !== tables.length) throw corrupt('it holds a table twice');
  for (const tag of ['head', 'maxp']) {
    if (!tags.has(tag)) throw corrupt(`it has no table ${tag}`);
  }
}

/**
 * @param start - where the directory ends
 * @throws {AppError} FILE_CORRUPT if a piece lies outside the file, in its directory or in another piece
 */
export function checkSpans(spans: readonly Span[], start: number, sizeBytes: number): void {
  let end = start;
  for (const span of spans.filter(({ length }) => length > 0).toSorted((a, b) => a.offset - b.offset)) {
    if (span.offset < end) throw corrupt('its tables overlap');
    end = span.offset + span.length;
    if (end > sizeBytes) throw cutShort();
  }
}

/** @throws {AppError} FILE_TOO_LARGE for a font that unpacks to more than the limits of packed files allow */
export function checkUnpacked(unpackedBytes: number, sizeBytes: number): void {
  if (unpackedBytes > ZIP_LIMITS.unpackedBytes) throw tooLarge('bytes', ZIP_LIMITS.unpackedBytes);
  const ratioBytes = ZIP_LIMITS.ratio * sizeBytes;
  if (unpackedBytes > ZIP_LIMITS.ratioFromBytes && unpackedBytes > ratioBytes) {
    throw tooLarge('bytes', ratioBytes);
  }
}
