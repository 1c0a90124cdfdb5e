import { type Route, repackingOf } from '@filemill/formats';
import { isRepacking } from '@filemill/worker/proving';

const KINDS = ['compound', 'kindle', 'xml', 'lines', 'database', 'same'];

/** Of files that are no archive: what is left out of them is all that changes. */
export const isPlainRepacking = (route: Route): boolean =>
  isRepacking(route) && (KINDS.includes(repackingOf(route.input)?.as ?? '') || route.input.id === 'ipynb');

/** Layout of a Palm database and of the description of a book: https://wiki.mobileread.com/wiki/MOBI. */
const DATABASE = { countAt: 76, recordsAt: 78, recordBytes: 8 };
const BOOK = { sourcesAt: 224, sourcesCountAt: 228 };

/** A book for Kindle with its sources and the log of its making before the last record, as KindleGen stores them. */
export function withSources(book: Buffer, zip: Buffer): Buffer {
  const count = book.readUInt16BE(DATABASE.countAt);
  const offsets = Array.from({ length: count }, (_, index) =>
    book.readUInt32BE(DATABASE.recordsAt + index * DATABASE.recordBytes),
  );
  const records = offsets.map((offset, index) => Buffer.from(book.subarray(offset, offsets[index + 1])));
  const [first] = records;
  first?.writeUInt32BE(count - 1, BOOK.sourcesAt);
  first?.writeUInt32BE(2, BOOK.sourcesCountAt);
  const mark = Buffer.from('SRCS\0\0\0\x10\0\0\0\x2f\0\0\0\x01', 'latin1');
  const log = Buffer.from('CMET\0\0\0\x0cbuild log', 'latin1');
  records.splice(-1, 0, Buffer.concat([mark, zip]), log);
  const table = Buffer.alloc(records.length * DATABASE.recordBytes + 2);
  let at = DATABASE.recordsAt + table.length;
  for (const [index, record] of records.entries()) {
    table.writeUInt32BE(at, index * DATABASE.recordBytes);
    table.writeUInt32BE(2 * index, index * DATABASE.recordBytes + 4);
    at += record.length;
  }
  const head = Buffer.from(book.subarray(0, DATABASE.recordsAt));
  head.writeUInt16BE(records.length, DATABASE.countAt);
  return Buffer.concat([head, table, ...records]);
}
