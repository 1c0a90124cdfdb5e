import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Refused } from '../archive/refused.js';
import type { RepackWork } from './work.js';

/** A larger file would not fit in memory. */
const MAX_BYTES = 256 * 1024 ** 2;
/** Layout of a Palm database: https://wiki.mobileread.com/wiki/PDB. */
const DATABASE = { countAt: 76, recordsAt: 78, recordBytes: 8 };
/** Layout of the record that describes a book: https://wiki.mobileread.com/wiki/MOBI. */
const BOOK = {
  encryptionAt: 12,
  markAt: 16,
  headerBytesAt: 20,
  nameAt: 84,
  nameBytesAt: 88,
  sourcesAt: 224,
  sourcesCountAt: 228,
  bytes: 232,
};
const NONE = 0xffff_ffff;
/** The sources of the book as a zip, and KindleGen's log of how it was made. */
const SOURCE_MARKS = ['SRCS', 'CMET'];
/** Before the description of the newer form, in a file with both. */
const BOUNDARY = 'BOUNDARY';
/** As calibre pads the record when it changes the data of a book: one zero at least, up to a multiple of four. */
const ALIGNMENT = 4;

/**
 * Writes a book for Kindle again without the sources that KindleGen packs into it, which no reader opens, and without the
 * zeros behind its descriptions. Every other record stays as it is. The records of the sources become empty instead of
 * vanishing, because records are named by their numbers.
 *
 * @throws {Refused} encrypted
 */
export function repackKindle({ input, output }: RepackWork): void {
  const file = statSync(input).size <= MAX_BYTES ? readFileSync(input) : undefined;
  const records = file && recordsOf(file);
  const [first] = records ?? [];
  if (!file || !records || !first || !isBook(first)) {
    copyFileSync(input, output);
    return;
  }
  if (first.readUInt16BE(BOOK.encryptionAt) !== 0) throw new Refused('encrypted');
  const sources = sourcesOf(first, records);
  const kept = records.map((record, index) => {
    if (sources.has(index)) return Buffer.alloc(0);
    const isDescription = index === 0 || markOf(records[index - 1] as Buffer, BOUNDARY.length) === BOUNDARY;
    return isDescription && isBook(record) ? withoutPadding(record) : Buffer.from(record);
  });
  if (sources.size > 0) {
    kept[0]?.writeUInt32BE(NONE, BOOK.sourcesAt);
    kept[0]?.writeUInt32BE(0, BOOK.sourcesCountAt);
  }
  const start = file.readUInt32BE(DATABASE.recordsAt);
  const head = Buffer.from(file.subarray(0, start));
  let at = start;
  for (const [index, record] of kept.entries()) {
    head.writeUInt32BE(at, DATABASE.recordsAt + index * DATABASE.recordBytes);
    at += record.length;
  }
  writeFileSync(output, Buffer.concat([head, ...kept]));
}

/** All records in order; undefined if they overlap or are not all there. */
function recordsOf(file: Buffer): Buffer[] | undefined {
  if (file.length < DATABASE.recordsAt) return undefined;
  const count = file.readUInt16BE(DATABASE.countAt);
  const end = DATABASE.recordsAt + count * DATABASE.recordBytes;
  if (end > file.length) return undefined;
  const offsets = Array.from({ length: count }, (_, index) =>
    file.readUInt32BE(DATABASE.recordsAt + index * DATABASE.recordBytes),
  );
  const bounds = [end, ...offsets, file.length];
  if (bounds.some((bound, index) => index > 0 && bound < (bounds[index - 1] as number))) return undefined;
  return offsets.map((offset, index) => file.subarray(offset, offsets[index + 1] ?? file.length));
}

const markOf = (record: Buffer, bytes = 4): string => record.toString('latin1', 0, bytes);
const isBook = (record: Buffer): boolean =>
  record.length >= BOOK.bytes && record.toString('latin1', BOOK.markAt, BOOK.markAt + 4) === 'MOBI';

/** The numbers of the records with sources; none if the header names other records. */
function sourcesOf(first: Buffer, records: readonly Buffer[]): ReadonlySet<number> {
  const headerEnd = BOOK.markAt + first.readUInt32BE(BOOK.headerBytesAt);
  if (headerEnd < BOOK.bytes) return new Set();
  const [from, count] = [first.readUInt32BE(BOOK.sourcesAt), first.readUInt32BE(BOOK.sourcesCountAt)];
  if (from === 0 || from === NONE || from + count > records.length) return new Set();
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const areSources = numbers.every((number) => SOURCE_MARKS.includes(markOf(records[number] as Buffer)));
  return new Set(areSources ? numbers : []);
}

/** Without the zeros behind the name of the book, which is the last part of its description. */
function withoutPadding(record: Buffer): Buffer {
  const nameEnd = record.readUInt32BE(BOOK.nameAt) + record.readUInt32BE(BOOK.nameBytesAt);
  const end = nameEnd + ALIGNMENT - (nameEnd % ALIGNMENT);
  const isLast =
    nameEnd > BOOK.bytes && end < record.length && record.subarray(nameEnd).every((byte) => byte === 0);
  return Buffer.from(isLast ? record.subarray(0, end) : record);
}
