import { type ByteReader, FileByteReader } from '../byte-reader.js';

/** Layout of a Palm database: mobipocket.ts. */
const DATABASE = { countAt: 76, recordsAt: 78, recordBytes: 8 };
/** Marks of records, and how many parts the text of KF8 has: the first is the text, all others are style sheets and drawings. */
const FONT = 'FONT';
const MEDIA = ['AUDI', 'VIDE'];
const PARTS = { mark: 'FDST', countAt: 8, bytes: 12 };

/** What a Kindle book holds beside its words and pictures. */
export interface KindleContents {
  readonly hasFonts: boolean;
  readonly hasStyles: boolean;
  readonly hasMedia: boolean;
}

/**
 * Looks at the marks of the records of a MOBI or AZW3 on disk that was checked before.
 *
 * @see https://wiki.mobileread.com/wiki/KF8
 */
export async function readKindleContents(path: string): Promise<KindleContents> {
  const reader = await FileByteReader.open(path);
  try {
    return contentsOf(await beginningsOf(reader));
  } finally {
    await reader.close();
  }
}

async function beginningsOf(reader: ByteReader): Promise<Buffer[]> {
  const head = await reader.read(0, DATABASE.recordsAt);
  const count = head.length < DATABASE.recordsAt ? 0 : head.readUInt16BE(DATABASE.countAt);
  const table = await reader.read(DATABASE.recordsAt, count * DATABASE.recordBytes);
  const beginnings: Buffer[] = [];
  for (let at = 0; at + DATABASE.recordBytes <= table.length; at += DATABASE.recordBytes) {
    beginnings.push(await reader.read(table.readUInt32BE(at), PARTS.bytes));
  }
  return beginnings;
}

function contentsOf(beginnings: readonly Buffer[]): KindleContents {
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
