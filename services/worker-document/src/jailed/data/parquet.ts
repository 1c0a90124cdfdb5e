import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, parquetMetadata, parquetRead, parquetSchema } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { fromJavaScript } from './javascript.js';
import {
  type Conversion,
  isBytes,
  isInt64,
  Moment,
  Refused,
  type Scalar,
  scalarText,
  type Value,
} from './model.js';
import { fromTable, type Table, uniqueNames } from './tables.js';

/** Nothing in a file may unpack to more at once. */
const MAX_PAGE_BYTES = 2 ** 29;

/** hyparquet has Snappy itself; of the others Node has all but LZO and LZ4. */
const unpackedBy =
  (unpack: (input: Uint8Array, options: { maxOutputLength: number }) => Buffer) =>
  (input: Uint8Array): Uint8Array =>
    unpack(input, { maxOutputLength: MAX_PAGE_BYTES });
const COMPRESSORS: Compressors = {
  GZIP: unpackedBy(gunzipSync),
  BROTLI: unpackedBy(brotliDecompressSync),
  ZSTD: unpackedBy(zstdDecompressSync),
};

/** Reads all row groups of an Apache Parquet file. */
export async function readParquet(path: string, conversion: Conversion): Promise<Value> {
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(buffer);
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    if (Number(metadata.num_rows) * columns.length > MAX_CELLS) throw new Refused('large');
    let rows: unknown[][] = [];
    await parquetRead({
      file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
      metadata,
      columns,
      compressors: COMPRESSORS,
      onComplete: (found) => {
        rows = found as unknown[][];
      },
    });
    const cells = rows.map((row) => row.map((cell) => fromJavaScript(cell, conversion, 1) as Scalar));
    return fromTable({ name: 'Sheet1', columns, rows: cells }, conversion);
  } catch (error) {
    if (error instanceof Refused || !(error instanceof Error)) throw error;
    throw new Refused('corrupt', `Parquet: ${error.message.slice(0, 200)}`);
  }
}

const MAX_CELLS = 2_000_000;

/** Types of columns, the narrowest first. */
const TYPES = [
  { type: 'BOOLEAN', holds: (value: Scalar) => typeof value === 'boolean', of: (value: Scalar) => value },
  {
    type: 'INT64',
    holds: (value: Scalar) => typeof value === 'bigint' && isInt64(value),
    of: (value: Scalar) => value,
  },
  { type: 'DOUBLE', holds: isExactNumber, of: Number },
  {
    type: 'TIMESTAMP',
    holds: (value: Scalar) => value instanceof Moment && value.kind === 'instant' && isExactDate(value),
    of: (value: Scalar) => new Date((value as Moment).text),
  },
  { type: 'BYTE_ARRAY', holds: isBytes, of: (value: Scalar) => value },
  { type: 'STRING', holds: (value: Scalar) => typeof value === 'string', of: (value: Scalar) => value },
] as const;

/** Whole numbers above 2 to the power of 53 would be rounded. */
function isExactNumber(value: Scalar): boolean {
  return typeof value === 'number' || (typeof value === 'bigint' && BigInt(Number(value)) === value);
}

/** Times finer than the milliseconds of the format stay text. */
const isExactDate = ({ text }: Moment): boolean =>
  !Number.isNaN(Date.parse(text)) && !/\.\d{3}\d*[1-9]/.test(text);

/** Writes a table as Apache Parquet. A column has the narrowest type that holds all its values; else they become text. */
export function writeParquet({ columns, rows }: Table, conversion: Conversion): Uint8Array {
  const width = rows.reduce((most, row) => Math.max(most, row.length), columns?.length ?? 1);
  if (width > MAX_COLUMNS) throw new Refused('columns');
  const names = uniqueNames(
    Array.from({ length: width }, (_, at) => columns?.[at] ?? `column${at + 1}`),
    conversion,
  );
  const columnData = names.map((name, at) =>
    columnOf(
      name,
      rows.map((row) => row[at] ?? null),
      conversion,
    ),
  );
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'Filemill' }));
}

function columnOf(name: string, cells: readonly Scalar[], conversion: Conversion): ColumnSource {
  const known = cells.filter((cell) => cell !== null);
  const fitting = TYPES.find(({ holds }) => known.every(holds));
  if (!fitting) conversion.lose('value_types_dropped');
  const { type, of } = fitting ?? { type: 'STRING' as const, of: scalarText };
  const data = cells.map((cell) => (cell === null ? null : of(cell)));
  // A column without any value would have no type.
  return { name, data, type: known.length === 0 ? 'STRING' : type, nullable: true };
}

/** As many as a database has; each needs a description in the file. */
const MAX_COLUMNS = 2_000;
