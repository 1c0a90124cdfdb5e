import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import { checkUnpacked } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';

/**
 * Layout of a Palm database and of its first record in Mobipocket, and the versions that distinguish MOBI from KF8.
 *
 * @see https://wiki.mobileread.com/wiki/PDB and https://wiki.mobileread.com/wiki/MOBI
 */
export const DATABASE = { typeAt: 60, countAt: 76, recordsAt: 78, recordBytes: 8 };
const RECORD_0 = {
  textBytesAt: 4,
  textRecordsAt: 8,
  encryptionAt: 12,
  magicAt: 16,
  versionAt: 36,
  bytes: 40,
};
const BOOK = 'BOOKMOBI';
const KF8 = 8;

/** `mobi`; `azw3` for a book that has only the newer form; undefined if it is not a Mobipocket file. */
export async function detectMobipocket({ head, reader }: Content): Promise<'mobi' | 'azw3' | undefined> {
  const isBook = head.toString('latin1', DATABASE.typeAt, DATABASE.typeAt + BOOK.length) === BOOK;
  if (!isBook || head.length < DATABASE.recordsAt + DATABASE.recordBytes) return undefined;
  const first = await reader.read(head.readUInt32BE(DATABASE.recordsAt), RECORD_0.bytes);
  if (first.length < RECORD_0.bytes) return 'mobi';
  return first.readUInt32BE(RECORD_0.versionAt) === KF8 ? 'azw3' : 'mobi';
}

/**
 * Checks encryption and the declared text length in the first record, then whether the records lie within the file.
 *
 * @throws {AppError} FILE_ENCRYPTED under Kindle's DRM; FILE_TOO_LARGE if the declared text is too long; FILE_CORRUPT as
 *   `damage` of the facts
 */
export async function inspectMobipocket(reader: ByteReader): Promise<Facts> {
  const { count, offsets } = await readPalmTable(reader);
  const [first] = offsets;
  if (first !== undefined) await inspectFirstRecord(reader, first, count);
  checkPalmTable(reader, count, offsets);
  return {};
}

/**
 * Offsets of the records of a Palm database; fewer than it declares if the file ends too early.
 *
 * @throws {AppError} FILE_CORRUPT if its header is incomplete
 */
export async function readPalmTable(reader: ByteReader): Promise<{ count: number; offsets: number[] }> {
  const head = await reader.read(0, DATABASE.recordsAt);
  if (head.length < DATABASE.recordsAt) throw endsTooEarly();
  const count = head.readUInt16BE(DATABASE.countAt);
  const table = await reader.read(DATABASE.recordsAt, count * DATABASE.recordBytes);
  const whole = Math.floor(table.length / DATABASE.recordBytes);
  return {
    count,
    offsets: Array.from({ length: whole }, (_, i) => table.readUInt32BE(i * DATABASE.recordBytes)),
  };
}

/** @throws {AppError} FILE_CORRUPT if records are missing, overlap, or begin behind the end of the file */
export function checkPalmTable(reader: ByteReader, count: number, offsets: readonly number[]): void {
  if (count < 2 || offsets.length < count) throw endsTooEarly();
  let before = DATABASE.recordsAt + count * DATABASE.recordBytes;
  for (const offset of offsets) {
    if (offset < before) throw corrupt('its records overlap');
    before = offset;
  }
  if (before >= reader.sizeBytes) throw endsTooEarly();
}

async function inspectFirstRecord(reader: ByteReader, offset: number, count: number): Promise<void> {
  const first = await reader.read(offset, RECORD_0.bytes);
  if (first.length < RECORD_0.bytes) throw endsTooEarly();
  if (first.readUInt16BE(RECORD_0.encryptionAt) !== 0) throw new AppError('FILE_ENCRYPTED');
  const textBytes = first.readUInt32BE(RECORD_0.textBytesAt);
  checkUnpacked(reader, textBytes);
  if (first.toString('latin1', RECORD_0.magicAt, RECORD_0.magicAt + 4) !== 'MOBI') {
    throw corrupt('its first record is no header of a book');
  }
  if (first.readUInt16BE(RECORD_0.textRecordsAt) >= count) throw endsTooEarly();
}

/** Record marks, and the number of parts of KF8 text: the first is the text, the others are style sheets and drawings. */
const FONT = 'FONT';
const MEDIA = ['AUDI', 'VIDE'];
const PARTS = { mark: 'FDST', countAt: 8, bytes: 12 };

/** What a Kindle book holds in addition to text and pictures. */
interface KindleContents {
  readonly hasFonts: boolean;
  readonly hasStyles: boolean;
  readonly hasMedia: boolean;
  /** Declared text records, and those present in the file; 0 if the first record is lost. */
  readonly textRecords: number;
  readonly textRecordsLeft: number;
}

/**
 * Reads the record marks of a MOBI or AZW3; call it after the file was checked.
 *
 * @see https://wiki.mobileread.com/wiki/KF8
 */
export async function readKindleContents(reader: ByteReader): Promise<KindleContents> {
  const table = await recordTable(reader);
  return { ...contentsOf(await beginningsOf(reader, table)), ...(await textOf(reader, table)) };
}

async function recordTable(reader: ByteReader): Promise<Buffer> {
  const head = await reader.read(0, DATABASE.recordsAt);
  const count = head.length < DATABASE.recordsAt ? 0 : head.readUInt16BE(DATABASE.countAt);
  return reader.read(DATABASE.recordsAt, count * DATABASE.recordBytes);
}

/** Offset 8 of the first record stores the number of text records that follow it. */
async function textOf(reader: ByteReader, table: Buffer) {
  const records = Math.floor(table.length / DATABASE.recordBytes);
  const first = records > 0 ? await reader.read(table.readUInt32BE(0), 10) : Buffer.alloc(0);
  if (first.length < 10) return { textRecords: 0, textRecordsLeft: 0 };
  const textRecords = first.readUInt16BE(8);
  let textRecordsLeft = 0;
  for (let i = 1; i <= textRecords && i < records; i++) {
    const end = i + 1 < records ? table.readUInt32BE((i + 1) * DATABASE.recordBytes) : reader.sizeBytes;
    if (end <= reader.sizeBytes) textRecordsLeft += 1;
  }
  return { textRecords, textRecordsLeft };
}

async function beginningsOf(reader: ByteReader, table: Buffer): Promise<Buffer[]> {
  const offsets = new Set<number>();
  for (let at = 0; at + DATABASE.recordBytes <= table.length; at += DATABASE.recordBytes) {
    offsets.add(table.readUInt32BE(at));
  }
  // In rising order, whatever the table says, so that no byte is read twice.
  const window = new ForwardWindow(reader);
  const beginnings: Buffer[] = [];
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const length = Math.min(PARTS.bytes, reader.sizeBytes - offset);
    if (length > 0) beginnings.push(await window.take(offset, length));
  }
  return beginnings;
}

function contentsOf(beginnings: readonly Buffer[]) {
  const markOf = (record: Buffer): string => record.toString('latin1', 0, 4);
  return {
    hasFonts: beginnings.some((record) => markOf(record) === FONT),
    hasMedia: beginnings.some((record) => MEDIA.includes(markOf(record))),
    hasStyles: beginnings.some(
      (record) =>
        record.length === PARTS.bytes &&
        markOf(record) === PARTS.mark &&
        record.readUInt32BE(PARTS.countAt) > 1,
    ),
  };
}
