import { readFileSync } from 'node:fs';

/** Fields of the first record of a Mobipocket book: https://wiki.mobileread.com/wiki/MOBI */
const AT = {
  compression: 0,
  textRecords: 8,
  encoding: 28,
  extraFlags: 242,
  exthFlags: 128,
  headerLength: 20,
};
const EXTH = { cover: 201, title: 503, author: 100, publisher: 101, date: 106, language: 524 } as const;

interface PalmBook {
  /** HTML, as it is stored in the text records. */
  readonly html: string;
  readonly isPacked: boolean;
  readonly fields: Readonly<Record<keyof typeof EXTH, readonly string[]>>;
  /** Records that are pictures, recognised by their first bytes, in the order of their numbers. */
  readonly pictures: readonly Buffer[];
  readonly hasFonts: boolean;
}

/** Reads MOBI and AZW3 independently of their writer, as far as the tests need. */
export function readPalmBook(path: string): PalmBook {
  const bytes = readFileSync(path);
  const count = bytes.readUInt16BE(76);
  const offsets = Array.from({ length: count }, (_, i) => bytes.readUInt32BE(78 + i * 8));
  const records = offsets.map((offset, i) => bytes.subarray(offset, offsets[i + 1]));
  const [first = Buffer.alloc(0)] = records;
  const isPacked = first.readUInt16BE(AT.compression) === 2;
  const flags = first.readUInt16BE(AT.extraFlags);
  const texts = records
    .slice(1, first.readUInt16BE(AT.textRecords) + 1)
    .map((record) => withoutTrail(record, flags))
    .map((record) => (isPacked ? unpack(record) : record));
  const starts = (pattern: RegExp) =>
    records.filter((record) => pattern.test(record.toString('latin1', 0, 8)));
  return {
    html: Buffer.concat(texts).toString('utf8'),
    isPacked,
    fields: fieldsOf(first),
    pictures: starts(/^(?:\xff\xd8\xff|\x89PNG|GIF8)/),
    hasFonts: starts(/^FONT/).length > 0,
  };
}

/** Each flag but the first stands for an entry at the end, whose length is stored backwards in groups of seven bits. */
function withoutTrail(record: Buffer, flags: number): Buffer {
  let end = record.length;
  for (let bits = flags >> 1; bits > 0; bits >>= 1) {
    if ((bits & 1) === 0) continue;
    let length = 0;
    for (let i = Math.max(0, end - 4); i < end; i++) {
      const byte = record[i] ?? 0;
      if (byte & 0x80) length = 0;
      length = (length << 7) | (byte & 0x7f);
    }
    end -= length;
  }
  return flags & 1 ? record.subarray(0, end - ((record[end - 1] ?? 0) & 3) - 1) : record.subarray(0, end);
}

/** The text of a PalmDOC: https://wiki.mobileread.com/wiki/PalmDOC */
export function readPalmDoc(path: string): string {
  const bytes = readFileSync(path);
  const offsets = Array.from({ length: bytes.readUInt16BE(76) }, (_, i) => bytes.readUInt32BE(78 + i * 8));
  const [first = Buffer.alloc(0), ...texts] = offsets.map((offset, i) =>
    bytes.subarray(offset, offsets[i + 1]),
  );
  const isPacked = first.readUInt16BE(AT.compression) === 2;
  const parts = texts.slice(0, first.readUInt16BE(AT.textRecords));
  return Buffer.concat(parts.map((record) => (isPacked ? unpack(record) : record))).toString('utf8');
}

/** The text of a TCR: after the magic 256 strings, then one byte for each: https://wiki.mobileread.com/wiki/TCR */
export function readTcr(path: string): string {
  const bytes = readFileSync(path);
  let at = '!!8-Bit!!'.length;
  const strings = Array.from({ length: 256 }, () => {
    const length = bytes.readUInt8(at);
    at += 1 + length;
    return bytes.subarray(at - length, at);
  });
  const packed = [...bytes.subarray(at)];
  return Buffer.concat(packed.map((index) => strings[index] as Buffer)).toString('utf8');
}

/** PalmDOC compression: https://wiki.mobileread.com/wiki/PalmDOC */
function unpack(record: Buffer): Buffer {
  const out: number[] = [];
  for (let i = 0; i < record.length; i++) {
    const byte = record[i] ?? 0;
    if (byte >= 1 && byte <= 8) {
      for (let n = 0; n < byte; n++) out.push(record[++i] ?? 0);
    } else if (byte < 0x80) {
      out.push(byte);
    } else if (byte >= 0xc0) {
      out.push(0x20, byte ^ 0x80);
    } else {
      const pair = (byte << 8) | (record[++i] ?? 0);
      const distance = (pair & 0x3fff) >> 3;
      for (let n = (pair & 7) + 3; n > 0; n--) out.push(out[out.length - distance] ?? 0);
    }
  }
  return Buffer.from(out);
}

function fieldsOf(first: Buffer): PalmBook['fields'] {
  const fields = Object.fromEntries(Object.keys(EXTH).map((name) => [name, [] as string[]]));
  let at = 16 + first.readUInt32BE(AT.headerLength);
  const count = first.toString('latin1', at, at + 4) === 'EXTH' ? first.readUInt32BE(at + 8) : 0;
  at += 12;
  for (let i = 0; i < count; i++) {
    const [type, length] = [first.readUInt32BE(at), first.readUInt32BE(at + 4)];
    const name = Object.entries(EXTH).find(([, id]) => id === type)?.[0];
    if (name) fields[name]?.push(first.toString('utf8', at + 8, at + length));
    at += length;
  }
  return fields as unknown as PalmBook['fields'];
}
