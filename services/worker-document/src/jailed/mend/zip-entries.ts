import { constants, crc32, inflateRawSync } from 'node:zlib';
import {
  BufferByteReader,
  readLocalEntries,
  readLocalHeader,
  readZipDirectory,
} from '@filemill/formats/bytes';

/** An entry of a zip, and whether it is complete. */
export interface FoundEntry {
  readonly name: string;
  readonly method: number;
  /** As compressed in the file. */
  readonly packed: Buffer;
  /** The part that can be unpacked. */
  readonly content: Buffer;
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

/** A zip of stored and deflated entries, in parts. APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
export function zipOf(entries: readonly Omit<FoundEntry, 'isWhole'>[]): Buffer[] {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, method, packed, content } of entries) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2); // the name is UTF-8
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(0x21, 8); // 1980-01-01
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, nameBytes);
    parts.push(local, packed);
    at += local.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return [...parts, directory, end];
}
