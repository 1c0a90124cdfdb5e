import { constants, inflateRawSync } from 'node:zlib';
import {
  BufferByteReader,
  readLocalEntries,
  readLocalHeader,
  readZipDirectory,
} from '@filemill/formats/bytes';
import { type WrittenEntry, ZipRecords } from '../zip-records.js';

/** An entry of a zip, and whether it is complete. */
export interface FoundEntry extends WrittenEntry {
  /** Otherwise `content` is the part that can be unpacked. */
  readonly isWhole: boolean;
}

/** Maximum size of one entry; a larger one is not part of a document. */
const MAX_CONTENT_BYTES = 512 * 1024 * 1024;

/**
 * The entries by the directory; if that is lost, by their local headers in order, in which case their number is
 * unknown.
 */
export async function findEntries(
  file: Buffer,
): Promise<{ found: readonly FoundEntry[]; isListed: boolean }> {
  const reader = new BufferByteReader(file);
  const directory = await readZipDirectory(reader).catch(() => undefined);
  if (directory && directory.damage === undefined) {
    const found: FoundEntry[] = [];
    for (const entry of directory.entries) {
      const local = await readLocalHeader(reader, entry).catch(() => undefined);
      if (!local) continue;
      const packed = file.subarray(local.dataOffset, local.dataOffset + entry.packedBytes);
      found.push(unpack(entry.name, entry.method, packed, entry.unpackedBytes));
    }
    if (found.length === directory.entries.length) return { found, isListed: true };
  }
  const found = readLocalEntries(file).map(({ name, method, data, isCut }) => {
    const entry = unpack(name, method, data);
    return isCut ? { ...entry, isWhole: false } : entry;
  });
  return { found, isListed: false };
}

/** @param declaredBytes - of the content; absent if only the compressed data show where they end */
function unpack(name: string, method: number, packed: Buffer, declaredBytes?: number): FoundEntry {
  if (method === 0) {
    return {
      name,
      method,
      packed,
      content: packed,
      isWhole: packed.length === (declaredBytes ?? packed.length),
    };
  }
  const { content, isWhole } = method === 8 ? inflate(packed) : { content: Buffer.alloc(0), isWhole: false };
  return {
    name,
    method,
    packed,
    content,
    isWhole: isWhole && content.length === (declaredBytes ?? content.length),
  };
}

function inflate(packed: Buffer): { content: Buffer; isWhole: boolean } {
  const maxOutputLength = MAX_CONTENT_BYTES;
  try {
    return { content: inflateRawSync(packed, { maxOutputLength }), isWhole: true };
  } catch {
    try {
      const content = inflateRawSync(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      return { content, isWhole: false };
    } catch {
      return { content: Buffer.alloc(0), isWhole: false };
    }
  }
}

/** A zip of stored and deflated entries, in parts. */
export function zipOf(entries: readonly WrittenEntry[]): Buffer[] {
  const records = new ZipRecords();
  const parts = entries.flatMap((entry) => [records.add(entry), entry.packed]);
  return [...parts, records.end()];
}
