import { corrupt } from '../../bytes/corrupt.js';
import type { Facts } from '../../detect/facts.js';
import type { Table } from './tables.js';

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
