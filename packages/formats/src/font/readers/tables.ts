import { corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import { tooLarge, ZIP_LIMITS } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';

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

const HEAD_BYTES = 54;
const HEAD_MAGIC = 0x5f0f3cf5;
const MAXP_BYTES = 6;
/** Reads the uncompressed start of a table; fewer bytes if the table is shorter. */
export type ReadTable = (table: Table, length: number) => Promise<Buffer>;

/**
 * The declared number of glyphs. A `loca` table that is too short for it reveals a wrong number.
 *
 * @throws {AppError} FILE_CORRUPT
 */
export async function countGlyphs(tables: readonly Table[], read: ReadTable): Promise<Facts> {
  const start = async (tag: string, length: number): Promise<Buffer> => {
    const table = tables.find((candidate) => candidate.tag === tag);
    const bytes = table ? await read(table, length) : Buffer.alloc(0);
    if (bytes.length < length) throw corrupt(`its table ${tag} is too short`);
    return bytes;
  };
  const head = await start('head', HEAD_BYTES);
  if (head.readUInt32BE(12) !== HEAD_MAGIC) throw corrupt('its table head is none');
  const glyphs = (await start('maxp', MAXP_BYTES)).readUInt16BE(4);
  if (glyphs === 0) throw corrupt('it has no glyphs');
  const places = tables.find(({ tag }) => tag === 'loca');
  const placeBytes = head.readInt16BE(50) === 0 ? 2 : 4;
  if (places && places.unpackedBytes < (glyphs + 1) * placeBytes) {
    throw corrupt('it names more glyphs than it holds');
  }
  return { glyphs };
}
