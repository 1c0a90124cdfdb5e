import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, parquetMetadata, parquetRead, parquetSchema } from 'hyparquet';
import { fromJavaScript } from './javascript.js';
import { type Conversion, Refused, type Scalar, type Value } from './model.js';
import { fromTable } from './tables.js';

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
