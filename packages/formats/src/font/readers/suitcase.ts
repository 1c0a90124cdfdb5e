import type { Content } from '../../define/signature.js';

/** A resource fork: the places of its data and of its map, and their lengths. Inside Macintosh, "Resource File Format". */
const HEADER_BYTES = 16;
const DATA_START = 256;
/** In the map: the place of the list of types; an entry has a type, a count and a place. */
const TYPES_AT = 24;
const TYPE_BYTES = 8;
const MAX_TYPES = 64;

/** Whether a file is a resource fork that holds OpenType fonts. Its first bytes are those of an icon too. */
export async function isSuitcase({ head, reader, sizeBytes }: Content): Promise<boolean> {
  if (head.length < HEADER_BYTES || head.readUInt32BE(0) !== DATA_START) return false;
  const [map, dataBytes, mapBytes] = [4, 8, 12].map((at) => head.readUInt32BE(at)) as [
    number,
    number,
    number,
  ];
  if (map !== DATA_START + dataBytes || map + mapBytes !== sizeBytes || mapBytes < TYPES_AT + 4) return false;
  const types = map + (await reader.read(map + TYPES_AT, 2)).readUInt16BE(0);
  const list = await reader.read(types, 2 + TYPE_BYTES * MAX_TYPES);
  const count = Math.min(list.readUInt16BE(0) + 1, MAX_TYPES);
  return Array.from({ length: count }, (_, i) => 2 + TYPE_BYTES * i).some(
    (at) => list.toString('latin1', at, at + 4) === 'sfnt',
  );
}
