/** Binary Office files, written according to their specifications. Numbers are little endian. */

/** 16-bit numbers, the lowest byte first. */
export const int16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
/** 32-bit numbers, the lowest byte first. */
export const int32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer);
const double = (value: number): Buffer => Buffer.from(new Float64Array([value]).buffer);
/** One byte for each letter. */
export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

const [FREE, END, TABLE] = [0xffff_ffff, 0xffff_fffe, 0xffff_fffd];
const SECTOR = 512;

/**
 * A compound file: sector table, directory, and streams of at least 4 KB. The last sector of the last stream is not filled up.
 * [MS-CFB] 2.2, 2.3 and 2.6.
 */
export function oleOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const sectorsOf = (bytes: number): number => Math.ceil(bytes / SECTOR);
  const entry = (
    name: string,
    type: number,
    child: number,
    right: number,
    start: number,
    size: number,
  ): Buffer => {
    const text = Buffer.from(`${name}\0`, 'utf16le');
    const tree = Buffer.concat([Buffer.from([type, 1]), int32(FREE, right, child)]);
    const padding = Buffer.alloc(64 - text.length);
    return Buffer.concat([text, padding, int16(text.length), tree, Buffer.alloc(36), int32(start, size, 0)]);
  };
  const names = Object.keys(streams).sort((a, b) => a.length - b.length);
  const chains: number[] = [TABLE];
  const addChain = (sectors: number): number => {
    const start = chains.length;
    for (let at = 1; at <= sectors; at++) chains.push(at === sectors ? END : start + at);
    return start;
  };
  const listSectors = sectorsOf(128 * (names.length + 1));
  const listAt = addChain(listSectors);
  const list = [entry('Root Entry', 5, 1, FREE, END, 0)];
  const data: Buffer[] = [];
  for (const [index, name] of names.entries()) {
    const content = streams[name] as Buffer;
    const bytes = Math.max(content.length, 4_096);
    const right = index + 1 < names.length ? index + 2 : FREE;
    list.push(entry(name, 2, FREE, right, addChain(sectorsOf(bytes)), bytes));
    const stored = index + 1 < names.length ? sectorsOf(bytes) * SECTOR : bytes;
    data.push(Buffer.concat([content, Buffer.alloc(stored - content.length)]));
  }
  const table = Buffer.concat([int32(...chains), Buffer.alloc(SECTOR, 0xff)]).subarray(0, SECTOR);
  const directory = Buffer.concat([...list, Buffer.alloc(SECTOR)]).subarray(0, listSectors * SECTOR);
  const header = Buffer.concat([
    ...[
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(16),
      int16(0x3e, 3, 0xfffe, 9, 6),
      Buffer.alloc(6),
    ],
    ...[int32(0, 1, listAt, 0, 4_096, END, 0, END, 0, 0), Buffer.alloc(SECTOR, 0xff)],
  ]).subarray(0, SECTOR);
  return Buffer.concat([header, table, directory, ...data]);
}

const record = (id: number, ...fields: Buffer[]): Buffer => {
  const data = Buffer.concat(fields);
  return Buffer.concat([int16(id, data.length), data]);
};

/** A sheet of one word and 12.5 as Excel 2 to 4 wrote it. OpenOffice's "Excel File Format", 5.8, 5.34, 5.63, 5.71. */
export function oldExcelSheet(version: 2 | 3 | 4, word: string): Buffer {
  const end = record(10);
  if (version === 2) {
    return Buffer.concat([
      ...[record(0x0009, int16(2, 0x10)), record(0, int16(0, 2, 0, 2))],
      record(4, int16(0, 0), Buffer.from([0, 0, 0, word.length]), ascii(word)),
      ...[record(3, int16(0, 1), Buffer.alloc(3), double(12.5)), end],
    ]);
  }
  return Buffer.concat([
    ...[
      record(version === 3 ? 0x0209 : 0x0409, int16(version * 0x100, 0x10, 0)),
      record(0x200, int16(0, 2, 0, 2, 0)),
    ],
    record(0x204, int16(0, 0, 0, word.length), ascii(word)),
    ...[record(0x203, int16(0, 1, 0), double(12.5)), end],
  ]);
}

/** The same sheet as Excel 5 and 95 wrote it: the content of the stream `Book`, globals and a sheet. */
export function excel95Workbook(word: string): Buffer {
  const begin = (type: number): Buffer => record(0x809, int16(0x500, type, 0x96c, 1993));
  const font = record(0x31, int16(200, 0, 0x7fff, 400, 0), Buffer.from([0, 0, 0, 0, 5]), ascii('Arial'));
  const formats = Array.from({ length: 16 }, (_, i) =>
    record(0xe0, int16(0, 0, i === 15 ? 1 : 0xfff5, 0x20, 0x20c0, 0, 0, 0)),
  );
  const globals = (sheetAt: number): Buffer =>
    Buffer.concat([
      ...[begin(5), record(0x42, int16(1252)), font, font, font, font, ...formats],
      ...[record(0x85, int32(sheetAt), int16(0), Buffer.from([6]), ascii('Sheet1')), record(10)],
    ]);
  const sheet = [
    ...[
      begin(0x10),
      record(0x200, int16(0, 2, 0, 2, 0)),
      record(0x204, int16(0, 0, 15, word.length), ascii(word)),
    ],
    ...[record(0x203, int16(0, 1, 15), double(12.5)), record(10)],
  ];
  return Buffer.concat([globals(globals(0).length), ...sheet]);
}

/**
 * A document of one paragraph as Word wrote it before Word 97: header and text. `nFib` is 45 for Word 2, 101 for
 * Word 6, 104 for Word 95.
 */
export function oldWordDocument(version: 45 | 101 | 104, text: string): Buffer {
  const header = Buffer.alloc(0x400);
  for (const [index, value] of [
    version === 45 ? 0xa5db : 0xa5dc,
    version,
    0,
    0x409,
    0,
    0,
    version,
  ].entries()) {
    header.writeUInt16LE(value, 2 * index);
  }
  const words = ascii(`${text}\r`);
  header.writeUInt32LE(header.length, 0x18);
  header.writeUInt32LE(header.length + words.length, 0x1c);
  header.writeUInt32LE(header.length + words.length, 0x20);
  header.writeUInt32LE(words.length, 0x34);
  return Buffer.concat([header, words]);
}

/** Changes the class id of the root entry. */
export function withRootClass(file: Buffer, change: (id: Buffer) => Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = (copy.readUInt32LE(48) + 1) * SECTOR + 80;
  change(copy.subarray(at, at + 16)).copy(copy, at);
  return copy;
}

/** Replaces the last end of a sector chain by a sector that does not exist. */
export function withChainPastEnd(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = (copy.readUInt32LE(76) + 1) * SECTOR;
  for (let entry = at + SECTOR - 4; entry >= at; entry -= 4) {
    if (copy.readUInt32LE(entry) !== END) continue;
    copy.writeUInt32LE(50_000, entry);
    break;
  }
  return copy;
}

/** Renames a stream; the new name has the same length. */
export function withStreamRenamed(file: Buffer, name: string, other: string): Buffer {
  const copy = Buffer.from(file);
  copy.write(other, copy.indexOf(Buffer.from(name, 'utf16le')), 'utf16le');
  return copy;
}
