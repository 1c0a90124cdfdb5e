import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type ByteReader, corrupt, endsTooEarly } from './byte-reader.js';
import { tooLarge, ZIP_LIMITS } from './zip-limits.js';

/** Bit of `flags`: the entry is encrypted. */
export const ENCRYPTED_FLAG = 0x0001;

/** One line of the central directory. Sizes and offset in bytes, as declared. */
export interface ZipEntry {
  /** Decoded as UTF-8, although old programs wrote other encodings. */
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Offset of its local header. */
  readonly offset: number;
  /** Its whole line of the directory, as it is in the file. */
  readonly record: Buffer;
}

/** The central directory. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Offset of the central directory: no entry may reach into it. */
  readonly start: number;
  /** What is wrong with the directory, for the user; `entries` then holds those that could be read. */
  readonly damage?: string;
}

/** Record sizes and signatures: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16. */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const CENTRAL_BYTES = 46;
/** Size of a local header without its name and extra field. */
export const LOCAL_HEADER_BYTES = 30;
const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};
const END_MARK = Buffer.from('PK\x05\x06', 'latin1');
const END64_BYTES = 56;
const LOCATOR64_BYTES = 20;
/** Value of a field whose real value is in the ZIP64 extra field. */
export const ZIP64_PLACEHOLDER = 0xffff_ffff;
const ZIP64_EXTRA = 1;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;

/** What the end record declares about the directory. Sizes and offsets in bytes. */
interface End {
  readonly count: number;
  readonly size: number;
  /** As declared. */
  readonly start: number;
  /** Offset of the end record; the directory must end before it. */
  readonly at: number;
}

/**
 * The central directory, read from the end of the file. Some files have bytes in front of the zip, so that every offset
 * is too small: the real end of the directory shows by how much, and the offsets of the entries are corrected.
 *
 * @param maxBytes - of the directory; 4 MiB at most
 * @throws {AppError} FILE_CORRUPT if there is none; FILE_TOO_LARGE with more entries or bytes than the limit
 */
export async function readZipDirectory(
  reader: ByteReader,
  { maxBytes = MAX_DIRECTORY_BYTES }: { maxBytes?: number } = {},
): Promise<ZipDirectory> {
  const end = await readEnd(reader);
  if (end.count > ZIP_LIMITS.entries) throw tooLarge('entries', ZIP_LIMITS.entries);
  const limit = Math.min(maxBytes, MAX_DIRECTORY_BYTES);
  if (end.size > limit) throw tooLarge('bytes of directory', limit);
  const { bytes, start } = await readCentral(reader, end);
  const shift = start - end.start;
  const entries: ZipEntry[] = [];
  let damage: string | undefined;
  for (let at = 0; at < bytes.length; ) {
    const nameEnd =
      at + CENTRAL_BYTES > bytes.length ? Number.NaN : at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28);
    const extraEnd = Number.isNaN(nameEnd) ? Number.NaN : nameEnd + bytes.readUInt16LE(at + 30);
    if (!(extraEnd <= bytes.length) || bytes.readUInt32LE(at) !== SIGNATURE.central) {
      damage = 'its directory is broken';
      break;
    }
    if (entries.length === ZIP_LIMITS.entries) throw tooLarge('entries', ZIP_LIMITS.entries);
    entries.push(entryOf(bytes, at, nameEnd, extraEnd, shift));
    at = recordEndOf(bytes, at, extraEnd);
  }
  if (entries.length === 0 && end.count > 0) throw corrupt('its directory is broken');
  if (entries.length !== end.count) damage ??= 'its directory does not hold what it declares';
  return { entries, start, ...(damage !== undefined && { damage }) };
}

/** Reads the directory right before the end record, or at the declared offset if other bytes are in between. */
async function readCentral(
  reader: ByteReader,
  { size, start, at }: End,
): Promise<{ bytes: Buffer; start: number }> {
  const places = new Set([at - size, start].filter((place) => place >= 0 && place + size <= at));
  for (const place of places) {
    const bytes = await reader.read(place, size);
    const isCentral = size === 0 || (bytes.length >= 4 && bytes.readUInt32LE(0) === SIGNATURE.central);
    if (bytes.length === size && isCentral) return { bytes, start: place };
  }
  throw corrupt('its directory is not where it should be');
}

/** The last end record whose comment ends with the file; else the last one, for a file with bytes appended. */
async function readEnd(reader: ByteReader): Promise<End> {
  const length = Math.min(reader.sizeBytes, END_BYTES + MAX_COMMENT_BYTES);
  const from = reader.sizeBytes - length;
  const tail = await reader.read(from, length);
  let found: number | undefined;
  for (
    let at = tail.lastIndexOf(END_MARK);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(END_MARK, at - 1)
  ) {
    if (at + END_BYTES > tail.length) continue;
    const end = at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end <= tail.length) found ??= at;
    if (end !== tail.length) continue;
    found = at;
    break;
  }
  if (found === undefined) throw endsTooEarly();
  const [count, size, start] = [
    tail.readUInt16LE(found + 10),
    tail.readUInt32LE(found + 12),
    tail.readUInt32LE(found + 16),
  ];
  const at = from + found;
  const isZip64 = start === ZIP64_PLACEHOLDER || size === ZIP64_PLACEHOLDER || count === 0xffff;
  return isZip64 ? readEnd64(reader, at) : { count, size, start, at };
}

async function readEnd64(reader: ByteReader, endAt: number): Promise<End> {
  const locatorAt = endAt - LOCATOR64_BYTES;
  const broken = corrupt('its directory is broken');
  if (locatorAt < END64_BYTES) throw broken;
  const locator = await reader.read(locatorAt, LOCATOR64_BYTES);
  if (locator.length < LOCATOR64_BYTES || locator.readUInt32LE(0) !== SIGNATURE.locator64) throw broken;
  // Normally right before its locator; in a file with bytes in front, the declared offset is wrong.
  for (const at of new Set([locatorAt - END64_BYTES, Number(locator.readBigUInt64LE(8))])) {
    const end = await reader.read(at, END64_BYTES);
    if (end.length < END64_BYTES || end.readUInt32LE(0) !== SIGNATURE.end64) continue;
    return {
      count: Number(end.readBigUInt64LE(32)),
      size: Number(end.readBigUInt64LE(40)),
      start: Number(end.readBigUInt64LE(48)),
      at,
    };
  }
  throw broken;
}

function entryOf(bytes: Buffer, at: number, nameEnd: number, extraEnd: number, shift: number): ZipEntry {
  const values64 = zip64Values(bytes, nameEnd, extraEnd);
  /** In the order of the specification: unpacked, packed, offset, each present only if the short field is full. */
  const value = (field: number): number => {
    const short = bytes.readUInt32LE(at + field);
    return short === ZIP64_PLACEHOLDER ? (values64.shift() ?? short) : short;
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
    offset: value(42) + shift,
    record: bytes.subarray(at, recordEndOf(bytes, at, extraEnd)),
  };
}

/** Behind the comment. */
const recordEndOf = (bytes: Buffer, at: number, extraEnd: number): number =>
  extraEnd + bytes.readUInt16LE(at + 32);

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

/** Name, method, flags and sizes from the local header, and the offset of the data. */
export async function readLocalHeader(reader: { read: ByteReader['read'] }, entry: ZipEntry) {
  const header = await reader.read(entry.offset, LOCAL_HEADER_BYTES + entry.nameBytes.length);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== SIGNATURE.local)
    throw corrupt('an entry is not where the directory says');
  const nameEnd = LOCAL_HEADER_BYTES + header.readUInt16LE(26);
  return {
    nameBytes: header.subarray(LOCAL_HEADER_BYTES, nameEnd),
    flags: header.readUInt16LE(6),
    method: header.readUInt16LE(8),
    packedBytes: header.readUInt32LE(18),
    unpackedBytes: header.readUInt32LE(22),
    dataOffset: entry.offset + nameEnd + header.readUInt16LE(28),
  };
}

const unpack = promisify(inflateRaw);

/**
 * The content of a small entry as text. It is unpacked on zlib's thread pool, up to `maxBytes`.
 *
 * @param maxBytes - of unpacked content; undefined if it is longer
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
    return (await unpack(packed, { maxOutputLength: maxBytes })).toString('utf8');
  } catch (error) {
    throw corrupt(`an entry cannot be unpacked: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
