import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ArchiveLimits } from './planner.js';
import { SEVEN_ZIP, startProgram } from './programs.js';
import { Refused } from './refused.js';

/** Tables of the installer's database. A cabinet has the keys of the table File for names. */
const TABLES = ['_StringPool', '_StringData', '_Columns', 'File', 'Component', 'Directory'] as const;
type TableName = (typeof TABLES)[number];
const FOLDER = '/job/out/tables';
/** Far more than 10,000 files need. */
const MAX_TABLE_BYTES = 16 * 1024 * 1024;
/** Folders in folders. */
const MAX_DEPTH = 64;

/**
 * Gives the unpacked files of an installer the paths that it would install them to. Those that its tables do not know, and
 * the second of two with one path, keep their keys.
 *
 * @param unpacked - the folder in which they lie
 * @throws {Refused} for a name or path that is too long
 */
export async function nameMsiFiles(path: string, unpacked: string, limits: ArchiveLimits): Promise<void> {
  const tables = await tablesOf(path);
  if (!tables) return;
  const database = new MsiTables(tables);
  const folders = new Map(
    database.rows('Directory').map(([key = '', parent = '', name = '']) => [key, { parent, name }]),
  );
  const folderOf = new Map(database.rows('Component').map(([key = '', , folder = '']) => [key, folder]));
  for (const [key = '', component = '', name = ''] of database.rows('File')) {
    const from = join(unpacked, key);
    if (!isSegment(key) || !existsSync(from)) continue;
    const segments = [...foldersOf(folderOf.get(component) ?? '', folders), longNameOf(name)].filter(
      isSegment,
    );
    const target = segments.join('/');
    if (
      segments.some((segment) => Buffer.byteLength(segment) > limits.nameBytes) ||
      Buffer.byteLength(target) > limits.pathBytes
    )
      throw new Refused('long-name');
    moveTo(from, unpacked, segments);
  }
}

/** What stands in the way stays, be it a file of the same path or one where a folder should be. */
function moveTo(from: string, unpacked: string, segments: readonly string[]): void {
  const to = join(unpacked, ...segments);
  const isFree = segments.every((_, index) => {
    const part = join(unpacked, ...segments.slice(0, index + 1));
    return !existsSync(part) || (index < segments.length - 1 && statSync(part).isDirectory());
  });
  if (segments.length === 0 || !isFree) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** A name that stays in its folder. */
const isSegment = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);

/** Of `short|long`. */
const longNameOf = (name: string): string => name.split('|').at(-1) ?? '';

/** The names of folders from the outermost on; the root has none, and `.` stands for the folder above. */
function foldersOf(
  key: string,
  folders: ReadonlyMap<string, { readonly parent: string; readonly name: string }>,
): string[] {
  const names: string[] = [];
  let current = folders.get(key);
  for (let depth = 0; current && current.parent !== '' && depth < MAX_DEPTH; depth++) {
    // `target:source`
    names.unshift(longNameOf(current.name.split(':')[0] ?? ''));
    current = current.parent === key ? undefined : folders.get(current.parent);
  }
  return names;
}

/** Undefined if there is no complete set. */
async function tablesOf(path: string): Promise<ReadonlyMap<TableName, Buffer> | undefined> {
  // 7z shows a table with a mark before its name.
  const names = TABLES.map((name) => `!${name}`);
  const args = ['x', '-tCompound', '-y', '-bd', '-sns-', '-spd', `-o${FOLDER}`, path, ...names];
  try {
    await startProgram(SEVEN_ZIP, args, { stdout: 'ignore' }).ended;
    const files = TABLES.map((name) => [name, join(FOLDER, `!${name}`)] as const);
    const isWhole = files.every(([, file]) => existsSync(file) && statSync(file).size <= MAX_TABLE_BYTES);
    return isWhole ? new Map(files.map(([name, file]) => [name, readFileSync(file)])) : undefined;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

/** A column of a table: a number of two or four bytes, or a text by its number in the pool. */
interface Column {
  readonly bytes: number;
  readonly isText: boolean;
}

/** Types of columns: MSITYPE_STRING, and the size of a number. */
const IS_TEXT = 0x800;
const SIZE = 0xff;
/** Of the pool's first entry: references to its texts have three bytes. */
const LONG_REFERENCES = 0x8000_0000;
const UTF_8 = 65_001;

/**
 * The tables of Windows Installer: texts lie in a pool, and a table is stored column by column. The layout is that of the
 * Wine project's library, which msitools uses too.
 */
class MsiTables {
  private readonly texts: readonly string[];
  private readonly referenceBytes: number;
  private readonly columns = new Map<string, Column[]>();

  constructor(private readonly tables: ReadonlyMap<TableName, Buffer>) {
    const pool = this.bytesOf('_StringPool');
    const start = pool.length >= 4 ? pool.readUInt32LE(0) : 0;
    this.referenceBytes = start >= LONG_REFERENCES ? 3 : 2;
    this.texts = textsOf(pool, this.bytesOf('_StringData'), start & 0xffff);
    const ofColumns: Column[] = [
      { bytes: this.referenceBytes, isText: true },
      { bytes: 2, isText: false },
      { bytes: this.referenceBytes, isText: true },
      { bytes: 2, isText: false },
    ];
    for (const [table = '', , , type = ''] of this.read('_Columns', ofColumns)) {
      const bits = Number(type);
      const isText = (bits & IS_TEXT) !== 0;
      const bytes = isText ? this.referenceBytes : (bits & SIZE) <= 2 ? 2 : 4;
      const known = this.columns.get(table);
      if (known) known.push({ bytes, isText });
      else this.columns.set(table, [{ bytes, isText }]);
    }
  }

  /** The rows of a table; numbers as text. */
  rows(name: TableName): string[][] {
    return this.read(name, this.columns.get(name) ?? []);
  }

  private read(name: TableName, columns: readonly Column[]): string[][] {
    const bytes = this.bytesOf(name);
    const rowBytes = columns.reduce((sum, column) => sum + column.bytes, 0);
    const count = rowBytes === 0 ? 0 : Math.floor(bytes.length / rowBytes);
    const rows: string[][] = Array.from({ length: count }, () => []);
    let at = 0;
    for (const column of columns) {
      for (const row of rows) {
        const number = bytes.readUIntLE(at, column.bytes);
        // Numbers have their sign bit turned.
        row.push(column.isText ? (this.texts[number] ?? '') : `${number - 2 ** (8 * column.bytes - 1)}`);
        at += column.bytes;
      }
    }
    return rows;
  }

  private bytesOf(name: TableName): Buffer {
    return this.tables.get(name) ?? Buffer.alloc(0);
  }
}

/** The texts of the pool by their numbers: lengths in one stream, letters in the other. */
function textsOf(pool: Buffer, data: Buffer, codePage: number): string[] {
  const decoder = new TextDecoder(labelOf(codePage));
  const texts = [''];
  let start = 0;
  for (let at = 4; at + 4 <= pool.length; at += 4) {
    let length = pool.readUInt16LE(at);
    const uses = pool.readUInt16LE(at + 2);
    // A long text takes two entries: the first has the upper half of its length.
    if (length === 0 && uses !== 0 && at + 8 <= pool.length) {
      at += 4;
      length = uses * 65_536 + pool.readUInt16LE(at);
    }
    texts.push(decoder.decode(data.subarray(start, start + length)));
    start += length;
  }
  return texts;
}

/** Windows-1252 for one that is not known, which keeps ASCII. */
function labelOf(codePage: number): string {
  if (codePage === UTF_8) return 'utf-8';
  const label =
    { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' }[codePage] ?? `windows-${codePage}`;
  return /^windows-(?:874|125[0-8])$/.test(label) || !label.startsWith('windows') ? label : 'windows-1252';
}
