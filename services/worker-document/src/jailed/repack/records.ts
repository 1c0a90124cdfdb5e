import type { FileByteReader, ZipDirectory, ZipEntry } from '@filemill/formats/bytes';

/** Record sizes: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16. */
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const LOCATOR64_BYTES = 20;
const END_MARK = 0x06054b50;
const END64_MARK = 0x06064b50;
/** Sizes follow the data, instead of being in the header. */
const SIZES_FOLLOW = 0x0008;
/** Extra field with sizes of 64 bits. */
const ZIP64_EXTRA = 1;

/** How an entry is stored from now on. */
export interface Packed {
  readonly method: number;
  readonly crc: number;
  readonly unpackedBytes: number;
  readonly packedBytes: number;
}

/**
 * The comment of a zip whose bytes are all accounted for: entries in any order without gaps, the directory, its end.
 *
 * @param spans - first byte and end of each entry with its header, data and trailing sizes
 * @returns undefined if there are other bytes, such as a signature or a program, which a rewrite would lose
 */
export async function commentOf(
  reader: FileByteReader,
  directory: ZipDirectory,
  spans: readonly (readonly [start: number, end: number])[],
): Promise<Buffer | undefined> {
  let at = 0;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (start !== at) return undefined;
    at = end;
  }
  if (at !== directory.start) return undefined;
  const directoryBytes = directory.entries.reduce((sum, { record }) => sum + record.length, 0);
  const rest = await reader.read(at + directoryBytes, reader.sizeBytes);
  let endAt = 0;
  if (rest.length >= LOCATOR64_BYTES && rest.readUInt32LE(0) === END64_MARK) {
    endAt = 12 + Number(rest.readBigUInt64LE(4)) + LOCATOR64_BYTES;
  }
  if (endAt + END_BYTES > rest.length || rest.readUInt32LE(endAt) !== END_MARK) return undefined;
  const comment = rest.subarray(endAt + END_BYTES);
  return comment.length === rest.readUInt16LE(endAt + 20) ? comment : undefined;
}

/** Where an entry ends: behind its data, and behind the sizes that may follow them (section 4.3.9). */
export async function endOfEntry(reader: FileByteReader, entry: ZipEntry, dataEnd: number): Promise<number> {
  if ((entry.flags & SIZES_FOLLOW) === 0) return dataEnd;
  const tail = await reader.read(dataEnd, 24);
  const hasMark = tail.length >= 4 && tail.readUInt32LE(0) === 0x08074b50;
  const crcAt = hasMark ? 4 : 0;
  const hasLongSizes =
    tail.length >= crcAt + 20 &&
    Number(tail.readBigUInt64LE(crcAt + 4)) === entry.packedBytes &&
    Number(tail.readBigUInt64LE(crcAt + 12)) === entry.unpackedBytes;
  return dataEnd + crcAt + (hasLongSizes ? 20 : 12);
}

/** The local header of a repacked entry: names, times and all other fields stay. @param header - as it is in the file */
export function localHeader(header: Buffer, packed: Packed): Buffer {
  const nameEnd = LOCAL_BYTES + header.readUInt16LE(26);
  const extra = withoutZip64(header.subarray(nameEnd, nameEnd + header.readUInt16LE(28)));
  const made = Buffer.concat([header.subarray(0, nameEnd), extra]);
  setPacked(made, 6, packed);
  made.writeUInt16LE(extra.length, 28);
  return made;
}

/** The line of the directory of a repacked entry. */
export function centralRecord({ record }: ZipEntry, packed: Packed, offset: number): Buffer {
  const nameEnd = CENTRAL_BYTES + record.readUInt16LE(28);
  const extraEnd = nameEnd + record.readUInt16LE(30);
  const extra = withoutZip64(record.subarray(nameEnd, extraEnd));
  const made = Buffer.concat([record.subarray(0, nameEnd), extra, record.subarray(extraEnd)]);
  setPacked(made, 8, packed);
  made.writeUInt16LE(extra.length, 30);
  made.writeUInt32LE(offset, 42);
  return made;
}

export function endRecord(count: number, directoryBytes: number, start: number, comment: Buffer): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_MARK, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(start, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}

/** From the flags on, both headers are alike. */
function setPacked(made: Buffer, at: number, { method, crc, packedBytes, unpackedBytes }: Packed): void {
  made.writeUInt16LE(made.readUInt16LE(at) & ~SIZES_FOLLOW, at);
  made.writeUInt16LE(method, at + 2);
  made.writeUInt32LE(crc, at + 8);
  made.writeUInt32LE(packedBytes, at + 12);
  made.writeUInt32LE(unpackedBytes, at + 16);
}

/** An upload has less than 4 GB, so no size needs 64 bits. */
function withoutZip64(extra: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) kept.push(extra.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
