import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';

/** Number of values of one tag that are read: a larger table is checked only up to here. */
const MAX_VALUES = 4_096;
const MAX_ENTRIES = 4_096;
/** Total bytes of tables that are read per file, a thousand of the longest: directories may overlap. */
const MAX_TABLE_BYTES = 16 * 1_048_576;
/** Bytes of a value by field type: BYTE, SHORT, LONG, IFD, LONG8, IFD8. No other type is needed. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Offset of the value field itself. */
  readonly fieldAt: number;
}

/** The directories of a TIFF or BigTIFF in either byte order. */
export class TiffReader {
  private left = MAX_TABLE_BYTES;

  private constructor(
    private readonly reader: ByteReader,
    private readonly little: boolean,
    private readonly big: boolean,
    readonly firstDirectory: number,
  ) {}

  static async open(reader: ByteReader): Promise<TiffReader> {
    const head = await reader.read(0, 16);
    if (head.length < 8) throw endsTooEarly();
    const little = head.toString('latin1', 0, 2) === 'II';
    const big = (little ? head.readUInt16LE(2) : head.readUInt16BE(2)) === 43;
    if (big && head.length < 16) throw endsTooEarly();
    const tiff = new TiffReader(reader, little, big, 0);
    return new TiffReader(reader, little, big, tiff.unsigned(head, big ? 8 : 4, big ? 8 : 4));
  }

  /** @throws {AppError} FILE_CORRUPT if it lies outside the file, or if all tables together are too long */
  async directory(at: number): Promise<TiffDirectory> {
    const countBytes = this.big ? 8 : 2;
    const count = this.unsigned(await this.readExactly(at, countBytes), 0, countBytes);
    if (count === 0 || count > MAX_ENTRIES) throw corrupt('a directory is broken');
    const entryBytes = this.big ? 20 : 12;
    const pointerBytes = this.big ? 8 : 4;
    const table = await this.readExactly(at + countBytes, count * entryBytes + pointerBytes);
    const entries = new Map<number, Entry>();
    for (let i = 0; i < count; i++) {
      const from = i * entryBytes;
      entries.set(this.unsigned(table, from, 2), {
        type: this.unsigned(table, from + 2, 2),
        count: this.unsigned(table, from + 4, pointerBytes),
        fieldAt: at + countBytes + from + 4 + pointerBytes,
      });
    }
    return new TiffDirectory(this, entries, this.unsigned(table, count * entryBytes, pointerBytes));
  }

  /** The first values of a tag; empty for a type that holds no whole numbers. */
  async valuesOf({ type, count, fieldAt }: Entry): Promise<number[]> {
    const size = VALUE_BYTES[type];
    if (!size || count === 0) return [];
    const pointerBytes = this.big ? 8 : 4;
    const inline = size * count <= pointerBytes;
    const at = inline
      ? fieldAt
      : this.unsigned(await this.readExactly(fieldAt, pointerBytes), 0, pointerBytes);
    const taken = Math.min(count, MAX_VALUES);
    const bytes = await this.readExactly(at, taken * size);
    return Array.from({ length: taken }, (_, i) => this.unsigned(bytes, i * size, size));
  }

  private async readExactly(offset: number, length: number): Promise<Buffer> {
    this.left -= length;
    if (this.left < 0) throw corrupt('its directories are too long');
    const bytes = await this.reader.read(offset, length);
    if (bytes.length < length) throw endsTooEarly();
    return bytes;
  }

  private unsigned(bytes: Buffer, at: number, size: number): number {
    if (size === 8) return Number(this.little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    return this.little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  }
}

/** One page's tags. */
export class TiffDirectory {
  constructor(
    private readonly tiff: TiffReader,
    private readonly entries: ReadonlyMap<number, Entry>,
    /** Offset of the next directory, 0 after the last. */
    readonly next: number,
  ) {}

  has(tag: number): boolean {
    return this.entries.has(tag);
  }

  async values(tag: number): Promise<number[]> {
    const entry = this.entries.get(tag);
    return entry ? this.tiff.valuesOf(entry) : [];
  }

  /** The only value of a tag, or the first of several. */
  async first(tag: number): Promise<number | undefined> {
    return (await this.values(tag))[0];
  }
}
