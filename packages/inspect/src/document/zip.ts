import { inflateRawSync } from 'node:zlib';
import type { ByteReader } from '../byte-reader.js';
import { corrupt, cutShort } from '../image/corrupt.js';
import { tooLarge, ZIP_LIMITS } from './zip-limits.js';

/** Bit of `flags`. */
export const ENCRYPTED = 0x0001;

/** One line of the central directory. Sizes and offset in bytes, as declared. */
export interface ZipEntry {
  /** As UTF-8, which old programs did not write. */
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its local header begins. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Where the central directory begins: no entry may reach into it. */
  readonly start: number;
}

/** Record sizes and signatures: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16. */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const CENTRAL_BYTES = 46;
export const LOCAL_BYTES = 30;
const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};
const END64_BYTES = 56;
const LOCATOR64_BYTES = 20;
/** The value stands in the extra field instead. */
export const IN_ZIP64 = 0xffff_ffff;
const ZIP64_EXTRA = 1;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;

/**
 * The central directory, read from the end of the file.
 *
 * @throws {AppError} FILE_CORRUPT if there is none or it is cut; FILE_TOO_LARGE with more entries than the limit
 */
export async function readZipDirectory(reader: ByteReader): Promise<ZipDirectory> {
  const { count, size, start } = await readEnd(reader);
  if (count > ZIP_LIMITS.entries) throw tooLarge('entries', ZIP_LIMITS.entries);
  if (size > MAX_DIRECTORY_BYTES) throw tooLarge('bytes of directory', MAX_DIRECTORY_BYTES);
  const bytes = await reader.read(start, size);
  if (bytes.length < size) throw cutShort();
  const entries: ZipEntry[] = [];
  for (let at = 0; at < size; ) {
    if (at + CENTRAL_BYTES > size || bytes.readUInt32LE(at) !== SIGNATURE.central)
      throw corrupt('its directory is broken');
    const nameEnd = at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    if (extraEnd > size) throw corrupt('its directory is broken');
    entries.push(entryOf(bytes, at, nameEnd, extraEnd));
    if (entries.length > ZIP_LIMITS.entries) throw tooLarge('entries', ZIP_LIMITS.entries);
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  if (entries.length !== count) throw corrupt('its directory does not hold what it declares');
  return { entries, start };
}

async function readEnd(reader: ByteReader): Promise<{ count: number; size: number; start: number }> {
  const length = Math.min(reader.sizeBytes, END_BYTES + MAX_COMMENT_BYTES);
  const from = reader.sizeBytes - length;
  const tail = await reader.read(from, length);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (
      tail.readUInt32LE(at) !== SIGNATURE.end ||
      at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length
    )
      continue;
    const [count, size, start] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    return start === IN_ZIP64 || count === 0xffff ? readEnd64(reader, from + at) : { count, size, start };
  }
  throw cutShort();
}

async function readEnd64(reader: ByteReader, endAt: number) {
  if (endAt < LOCATOR64_BYTES) throw corrupt('its directory is broken');
  const locator = await reader.read(endAt - LOCATOR64_BYTES, LOCATOR64_BYTES);
  if (locator.length < LOCATOR64_BYTES || locator.readUInt32LE(0) !== SIGNATURE.locator64)
    throw corrupt('its directory is broken');
  const end = await reader.read(Number(locator.readBigUInt64LE(8)), END64_BYTES);
  if (end.length < END64_BYTES || end.readUInt32LE(0) !== SIGNATURE.end64)
    throw corrupt('its directory is broken');
  return {
    count: Number(end.readBigUInt64LE(32)),
    size: Number(end.readBigUInt64LE(40)),
    start: Number(end.readBigUInt64LE(48)),
  };
}

function entryOf(bytes: Buffer, at: number, nameEnd: number, extraEnd: number): ZipEntry {
  const wide = zip64Values(bytes, nameEnd, extraEnd);
  /** In the order of the specification: unpacked, packed, offset, each present only if the short field is full. */
  const value = (field: number): number => {
    const short = bytes.readUInt32LE(at + field);
    return short === IN_ZIP64 ? (wide.shift() ?? short) : short;
  };
  const unpackedBytes = value(24);
  const packedBytes = value(20);
  return {
    name: bytes.toString('utf8', at + CENTRAL_BYTES, nameEnd),
    nameBytes: bytes.subarray(at + CENTRAL_BYTES, nameEnd),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    packedBytes,
    unpackedBytes,
    offset: value(42),
  };
}

function zip64Values(bytes: Buffer, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; at += 4 + bytes.readUInt16LE(at + 2)) {
    if (bytes.readUInt16LE(at) !== ZIP64_EXTRA) continue;
    const end = Math.min(to, at + 4 + bytes.readUInt16LE(at + 2));
    const values: number[] = [];
    for (let value = at + 4; value + 8 <= end; value += 8) values.push(Number(bytes.readBigUInt64LE(value)));
    return values;
  }
  return [];
}

/** Its name, method, flags and sizes as the local header has them, and where its data begins. */
export async function readLocalHeader(reader: { read: ByteReader['read'] }, entry: ZipEntry) {
  const header = await reader.read(entry.offset, LOCAL_BYTES + entry.nameBytes.length);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== SIGNATURE.local)
    throw corrupt('an entry is not where the directory says');
  const nameEnd = LOCAL_BYTES + header.readUInt16LE(26);
  return {
    nameBytes: header.subarray(LOCAL_BYTES, nameEnd),
    flags: header.readUInt16LE(6),
    method: header.readUInt16LE(8),
    packedBytes: header.readUInt32LE(18),
    unpackedBytes: header.readUInt32LE(22),
    dataOffset: entry.offset + nameEnd + header.readUInt16LE(28),
  };
}

/**
 * The content of a small entry as text.
 *
 * @param maxBytes - of unpacked content; a longer one gives undefined
 * @throws {AppError} FILE_CORRUPT if it cannot be unpacked
 */
export async function readZipText(
  reader: ByteReader,
  entry: ZipEntry,
  maxBytes: number,
): Promise<string | undefined> {
  if (entry.unpackedBytes > maxBytes || entry.packedBytes > maxBytes) return undefined;
  const { dataOffset } = await readLocalHeader(reader, entry);
  const packed = await reader.read(dataOffset, entry.packedBytes);
  if (entry.method === 0) return packed.toString('utf8');
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes }).toString('utf8');
  } catch (error) {
    throw corrupt(`an entry cannot be unpacked: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
