import { corrupt, endsTooEarly } from '../../bytes/corrupt.js';
import { tooLarge, ZIP_LIMITS } from '../../bytes/zip-limits.js';

/** A byte range of the file that a table or block claims. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** One table of a font, as its directory declares it. */
export interface Table extends Span {
  /** Four characters. */
  readonly tag: string;
  /** Uncompressed bytes; equal to `length` if it is not compressed. */
  readonly unpackedBytes: number;
}

/** OpenType and AAT together register fewer than 80. */
const MAX_TABLES = 256;

/** @throws {AppError} FILE_CORRUPT for an impossible number of tables */
export function checkTableCount(tables: number): void {
  if (tables === 0 || tables > MAX_TABLES) throw corrupt('its directory has an impossible number of tables');
}

/** @throws {AppError} FILE_CORRUPT for a duplicate table, or if a required table is missing */
export function checkTableTags(tables: readonly Pick<Table, 'tag'>[]): void {
  const tags = new Set(tables.map(({ tag }) => tag));
  if (tags.size !== tables.length) throw corrupt('it holds a table twice');
  for (const tag of ['head', 'maxp']) {
    if (!tags.has(tag)) throw corrupt(`it has no table ${tag}`);
  }
}

/**
 * @param start - end of the directory
 * @throws {AppError} FILE_CORRUPT if a range lies outside the file, in the directory or in another range
 */
export function checkSpans(spans: readonly Span[], start: number, sizeBytes: number): void {
  let end = start;
  for (const span of spans.filter(({ length }) => length > 0).toSorted((a, b) => a.offset - b.offset)) {
    if (span.offset < end) throw corrupt('its tables overlap');
    end = span.offset + span.length;
    if (end > sizeBytes) throw endsTooEarly();
  }
}

/** @throws {AppError} FILE_TOO_LARGE if the uncompressed font exceeds the limits of compressed files */
export function checkUnpacked(unpackedBytes: number, sizeBytes: number): void {
  if (unpackedBytes > ZIP_LIMITS.unpackedBytes) throw tooLarge('bytes', ZIP_LIMITS.unpackedBytes);
  const ratioBytes = ZIP_LIMITS.ratio * sizeBytes;
  if (unpackedBytes > ZIP_LIMITS.ratioFromBytes && unpackedBytes > ratioBytes) {
    throw tooLarge('bytes', ratioBytes);
  }
}
