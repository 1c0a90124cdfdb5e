import type { ByteReader } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/forward-window.js';

/** Layout of a Palm database: mobipocket.ts. */
const DATABASE = { countAt: 76, recordsAt: 78, recordBytes: 8 };
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
