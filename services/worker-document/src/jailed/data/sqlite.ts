import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Conversion, isBytes, isInt64, Refused, type Scalar, scalarText, type Value } from './model.js';
import { fromTables, type Table, uniqueNames } from './tables.js';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads every table of an SQLite database. Nothing that the file defines is run, except what generates columns. */
export function readSqlite(path: string, conversion: Conversion): Value {
  try {
    // No journal is looked for, and no lock is taken.
    const database = new DatabaseSync(new URL(`file://${path}?immutable=1`), {
      readOnly: true,
      allowExtension: false,
    });
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON');
    const names = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
      )
      .all() as { name: string }[];
    const others = database
      .prepare("SELECT 1 FROM sqlite_schema WHERE type IN ('view', 'trigger') OR rootpage = 0 LIMIT 1")
      .get();
    if (others) conversion.lose('definitions_dropped');
    if (names.length === 0) throw new Refused('empty');
    return fromTables(
      names.map(({ name }) => readTable(database, name, conversion)),
      conversion,
    );
  } catch (error) {
    if (error instanceof Error && 'errcode' in error)
      throw new Refused('corrupt', `SQLite: ${error.message}`);
    throw error;
  }
}

function readTable(database: DatabaseSync, name: string, conversion: Conversion): Table {
  const statement = database.prepare(`SELECT * FROM ${quoted(name)}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map((column) => column.name);
  const rows: Scalar[][] = [];
  for (const row of statement.iterate() as unknown as Iterable<Scalar[]>) {
    for (const _ of row) conversion.count(1);
    rows.push(row);
  }
  return { name, columns, rows };
}

/** Writes tables into a new database. Columns have no type, so that each value keeps its own. */
export function writeSqlite(tables: readonly Table[], path: string, conversion: Conversion): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  for (const [index, table] of tables.entries()) {
    const width = table.rows.reduce((most, row) => Math.max(most, row.length), table.columns?.length ?? 1);
    if (width > MAX_COLUMNS) throw new Refused('columns');
    const columns = uniqueNames(
      Array.from({ length: width }, (_, at) => table.columns?.[at] ?? `column${at + 1}`),
      conversion,
    );
    const name = quoted(/^sqlite_/i.test(table.name) || table.name === '' ? `table${index + 1}` : table.name);
    database.exec(`CREATE TABLE ${name} (${columns.map(quoted).join(', ')})`);
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    for (const row of table.rows)
      insert.run(...columns.map((_, at) => sqlValue(row[at] ?? null, conversion)));
  }
  database.exec('COMMIT');
  database.close();
}

/** SQLite's own limit (SQLITE_MAX_COLUMN). */
const MAX_COLUMNS = 2_000;

function sqlValue(value: Scalar, conversion: Conversion): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || isBytes(value))
    return value;
  if (typeof value === 'bigint' && isInt64(value)) return value;
  conversion.lose('value_types_dropped');
  return typeof value === 'boolean' ? Number(value) : scalarText(value);
}
