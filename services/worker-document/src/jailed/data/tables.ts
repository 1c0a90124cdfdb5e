import { jsonLine } from './json.js';
import { type Conversion, isList, isMap, isScalar, type Scalar, type Value, type ValueMap } from './model.js';

/** Rows below named columns. */
export interface Table {
  readonly name: string;
  /** Absent: the rows have no names. */
  readonly columns: readonly string[] | undefined;
  readonly rows: readonly (readonly Scalar[])[];
}

/** A map without maps in it: their names are joined by dots, and a list becomes its JSON. */
export function flatten(map: ValueMap, conversion: Conversion): Map<string, Scalar> {
  const result = new Map<string, Scalar>();
  const add = (prefix: string, each: ValueMap): void => {
    for (const [name, value] of each) {
      const whole = prefix + name;
      if (isMap(value) && value.size > 0) {
        conversion.lose('nesting_changed');
        add(`${whole}.`, value);
      } else conversion.put(result as Map<string, Value>, whole, cellOf(value, conversion));
    }
  };
  add('', map);
  return result;
}

function cellOf(value: Value, conversion: Conversion): Scalar {
  if (isScalar(value)) return value;
  conversion.lose('nesting_changed');
  return jsonLine(value, conversion);
}

/** A list of records. */
export const isListOfMaps = (value: Value): value is readonly ValueMap[] =>
  isList(value) && value.length > 0 && value.every(isMap);

/**
 * Data as tables. A list of maps is one: a column for each name, a row for each map. A map of such lists is several. What
 * stands around the only list of a file, such as the root element of XML, is left out.
 */
export function tablesOf(value: Value, conversion: Conversion): Table[] {
  let name = 'Sheet1';
  let content = value;
  while (isMap(content) && content.size === 1) {
    const [[key, inner]] = [...content] as [[string, Value]];
    if (isScalar(inner)) break;
    name = key;
    content = inner;
  }
  if (isMap(content) && content.size > 1 && [...content.values()].every(isListOfMaps)) {
    return [...content].map(([key, list]) => tableOf(key, list as readonly Value[], conversion));
  }
  return [tableOf(name, isList(content) ? content : [content], conversion)];
}

function tableOf(name: string, items: readonly Value[], conversion: Conversion): Table {
  if (items.every(isList)) {
    const rows = items.map((row) => (row as readonly Value[]).map((cell) => cellOf(cell, conversion)));
    return { name, columns: undefined, rows };
  }
  const columns = new Map<string, number>();
  const records = items.map((item) => flatten(isMap(item) ? item : new Map([['value', item]]), conversion));
  for (const record of records)
    for (const key of record.keys()) if (!columns.has(key)) columns.set(key, columns.size);
  const rows = records.map((record) => {
    const row = new Array<Scalar>(columns.size).fill(null);
    for (const [key, cell] of record) row[columns.get(key) ?? 0] = cell;
    return row;
  });
  return { name, columns: [...columns.keys()], rows };
}

/** Rows with a header as a list of maps; without one as a list of lists. */
export function fromTable({ columns, rows }: Table, conversion: Conversion): Value {
  if (!columns) return rows.map((row) => row as Value);
  return rows.map((row) => {
    const map = new Map<string, Value>();
    conversion.count(1);
    for (const [index, column] of columns.entries()) {
      conversion.count(2);
      conversion.put(map, column, row[index] ?? null);
    }
    return map;
  });
}

/** Takes the first row as names if all of it is text, without repetitions, and no other row is longer. */
export function withHeader(name: string, rows: readonly (readonly Scalar[])[]): Table {
  const [first = [], ...others] = rows;
  const names = first.filter((cell): cell is string => typeof cell === 'string' && cell.trim() !== '');
  const isHeader =
    names.length > 0 &&
    names.length === first.length &&
    new Set(names).size === names.length &&
    others.every((row) => row.length <= names.length);
  return isHeader ? { name, columns: names, rows: others } : { name, columns: undefined, rows };
}

/** Several tables are a map of their names; a single one stands alone. */
export function fromTables(tables: readonly Table[], conversion: Conversion): Value {
  if (tables.length === 1) return fromTable(tables[0] as Table, conversion);
  const map = new Map<string, Value>();
  for (const table of tables) conversion.put(map, table.name, fromTable(table, conversion));
  return map;
}

/** All rows, that of the names first. */
export const rowsOf = ({ columns, rows }: Table): readonly (readonly Scalar[])[] =>
  columns ? [columns, ...rows] : rows;
