import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@filemill/formats';
import { DataType, tableFromIPC } from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readParquet } from 'parquet-wasm/node';

const PYTHON = '/usr/bin/python3';
const script = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Whether the engine `data` has a part in a route; its suite proves these. */
export const isDataRoute = ({ steps }: Route): boolean => steps.some(({ engine }) => engine === 'data');

/** Names of the records, and their values as text. */
export const COLUMNS = ['name', 'count', 'price', 'note', 'code'];
export const VALUES = [
  ...['Fox', '3', '12.5', '漢字, "quoted" | bar', '00123'],
  ...['Съешь', '-7', '0.25', '=1+1', '🙂'],
];

/** Writes the records into `records.<format>` for every format, and values of all types into `all.<format>` for some. */
export function writeDataFiles(folder: string): void {
  execFileSync(PYTHON, [script('make-data.py'), folder]);
  const [first, second] = [VALUES.slice(0, 5), VALUES.slice(5)];
  const columnData = COLUMNS.map((name, index) => {
    const data = [first[index], second[index]];
    if (name === 'count') return { name, data: data.map(Number), type: 'INT32' as const };
    return name === 'price' ? { name, data: data.map(Number), type: 'DOUBLE' as const } : { name, data };
  });
  writeFileSync(join(folder, 'records.parquet'), Buffer.from(parquetWriteBuffer({ columnData })));
}

/** A value that is neither map nor list: the names above it, its type and its text. */
export interface Leaf {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** What other programs find in data, in its order: Python's own readers, and Apache Arrow in Parquet. */
export function leavesOf(path: string, format: string): Leaf[] {
  if (format === 'parquet') return leavesOfParquet(path);
  const printed = execFileSync(PYTHON, [script('read-data.py'), format, path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  const leaves = JSON.parse(printed) as [string, string, string][];
  return leaves.map(([where, type, text]) => ({ path: where, type, text }));
}

/** Arrow's types by the words of the script for Python; a number of any kind is one. */
function leafOf(value: unknown, type: DataType): Pick<Leaf, 'type' | 'text'> {
  if (value === null) return { type: 'null', text: '' };
  if (DataType.isTimestamp(type)) return { type: 'date', text: new Date(Number(value)).toISOString() };
  if (value instanceof Uint8Array) return { type: 'bytes', text: Buffer.from(value).toString('hex') };
  if (typeof value === 'bigint' || typeof value === 'number') return { type: 'number', text: `${value}` };
  return { type: typeof value === 'boolean' ? 'boolean' : 'text', text: String(value) };
}

function leavesOfParquet(path: string): Leaf[] {
  const table = tableFromIPC(readParquet(readFileSync(path)).intoIPCStream());
  return table
    .toArray()
    .flatMap((row) =>
      table.schema.fields.map(({ name, type }) => ({ path: `/*/${name}`, ...leafOf(row[name], type) })),
    );
}
