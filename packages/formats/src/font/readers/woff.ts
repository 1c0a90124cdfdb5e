import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';
import {
  checkSpans,
  checkTableCount,
  checkTableTags,
  checkUnpacked,
  countGlyphs,
  type ReadTable,
  type Span,
  type Table,
} from './tables.js';

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
/** `head` and `maxp` have about 100 bytes; a larger compressed one is invalid. */
const MAX_SMALL_BYTES = 4_096;

const unpack = promisify(inflate) as (data: Buffer, options: object) => Promise<Buffer>;

/** W3C WOFF 1.0: tables compressed one by one, then metadata and private data. */
export async function inspectWoff(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const header = await window.take(0, HEADER_BYTES);
  const count = header.readUInt16BE(12);
  checkTableCount(count);
  const directory = await window.take(HEADER_BYTES, count * ENTRY_BYTES);
  const tables = Array.from({ length: count }, (_, i): Table => {
    const entry = directory.subarray(i * ENTRY_BYTES, (i + 1) * ENTRY_BYTES);
    const [offset, length, unpackedBytes] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    return { tag: entry.toString('latin1', 0, 4), offset, length, unpackedBytes };
  });
  const tableBytes = tables.reduce((sum, table) => sum + Math.ceil(table.unpackedBytes / 4) * 4, 0);
  checkUnpacked(tableBytes + header.readUInt32BE(32), reader.sizeBytes);
  checkDeclaredLength(header, reader);
  if (tables.some(({ length, unpackedBytes }) => length > unpackedBytes)) {
    throw corrupt('a table is larger when packed');
  }
  checkTableTags(tables);
  checkSpans([...tables, ...extraBlocks(header, 24)], HEADER_BYTES + directory.length, reader.sizeBytes);
  if (header.readUInt32BE(16) !== 12 + 16 * count + tableBytes) {
    throw corrupt('its tables do not add up to its size');
  }
  return countGlyphs(tables, readFrom(reader));
}

/** @throws {AppError} FILE_CORRUPT if the file does not have its declared length */
export function checkDeclaredLength(header: Buffer, reader: ByteReader): void {
  const length = header.readUInt32BE(8);
  if (length !== reader.sizeBytes) throw corrupt('it is not as long as it says');
}

/** Metadata and private data. @param at - offset in the header of the first of five numbers */
export const extraBlocks = (header: Buffer, at: number): readonly Span[] => [
  { offset: header.readUInt32BE(at), length: header.readUInt32BE(at + 4) },
  { offset: header.readUInt32BE(at + 12), length: header.readUInt32BE(at + 16) },
];

const readFrom =
  (reader: ByteReader): ReadTable =>
  async (table, length) => {
    if (table.length > MAX_SMALL_BYTES) throw corrupt(`its table ${table.tag} is too large`);
    const packed = await reader.read(table.offset, table.length);
    if (table.length === table.unpackedBytes) return packed.subarray(0, length);
    const bytes = await unpack(packed, { maxOutputLength: MAX_SMALL_BYTES }).catch(() => {
      throw corrupt(`its table ${table.tag} does not unpack`);
    });
    return bytes.subarray(0, length);
  };
