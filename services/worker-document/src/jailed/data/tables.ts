import { jsonLine } from './json.js';
import {
  type Conversion,
  type DataOptions,
  isList,
  isMap,
  isScalar,
  type Scalar,
  scalarText,
  type Value,
  type ValueMap,
} from './model.js';

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

const isRows = (value: Value): value is readonly Value[] =>
  isListOfMaps(value) || (isList(value) && value.length > 0 && value.every(isList));

/** Name of a table that nothing names. */
export const OUTERMOST = 'Sheet1';

/** The content of the outermost maps that have a single name, such as the root element of XML, and that name. */
export function unwrapped(
  value: Value,
  isKept: (inner: Value) => boolean = isScalar,
): { name: string; content: Value } {
  let [name, content] = [OUTERMOST, value] as [string, Value];
  while (isMap(content) && content.size === 1) {
    const [[key, inner]] = [...content] as [[string, Value]];
    if (isKept(inner)) break;
    [name, content] = [key, inner];
  }
  return { name, content };
}

/** Of GeoJSON, whose other names only describe the file. */
function featuresOf(value: Value): readonly ValueMap[] | undefined {
  const features =
    isMap(value) && value.get('type') === 'FeatureCollection' ? value.get('features') : undefined;
  return features !== undefined && isListOfMaps(features) ? features : undefined;
}

/**
 * Data as tables. A list of maps is one: a column for each name, a row for each map. A map of such lists is several. What
 * stands around the only list of a file is left out.
 */
export function tablesOf(value: Value, conversion: Conversion): Table[] {
  const { name, content } = unwrapped(value);
  const features = featuresOf(content);
  if (features) {
    conversion.lose('nesting_changed');
    return [tableOf('features', features, conversion)];
  }
  if (isMap(content) && content.size > 1 && [...content.values()].every(isRows)) {
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

/**
 * Takes the first row as names if all of it is text, without repetitions, and no other row is longer.
 *
 * @param headerRow - what the user says about it: then columns without a name get their number, and a name that comes again, too
 */
export function withHeader(
  name: string,
  rows: readonly (readonly Scalar[])[],
  headerRow: DataOptions['headerRow'] = 'auto',
): Table {
  if (headerRow === 'no') return { name, columns: undefined, rows };
  if (headerRow === 'yes' && rows.length > 0) return { name, columns: columnsOf(rows), rows: rows.slice(1) };
  const [first = [], ...others] = rows;
  const names = first.filter((cell): cell is string => typeof cell === 'string' && cell.trim() !== '');
  const isHeader =
    names.length > 0 &&
    names.length === first.length &&
    others.length > 0 &&
    new Set(names).size === names.length &&
    others.every((row) => row.length <= names.length);
  return isHeader ? { name, columns: names, rows: others } : { name, columns: undefined, rows };
}

/** A name for each column, all of them different. */
function columnsOf([first = [], ...others]: readonly (readonly Scalar[])[]): string[] {
  const width = others.reduce((most, row) => Math.max(most, row.length), first.length);
  const seen = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const text = scalarText(first[index] ?? null).trim();
    const isFree = text !== '' && !seen.has(text);
    const name = isFree ? text : `${text || 'Column'} ${index + 1}`;
    seen.add(name);
    return name;
  });
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

/** Names of columns, all of them different: databases take those that differ in the case of ASCII letters for the same. */
export function uniqueNames(names: readonly string[], conversion: Conversion): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    let unique = name.replaceAll('\0', '') || `column${index + 1}`;
    if (taken.has(unique.toLowerCase())) unique = `${unique}_${index + 1}`;
    if (unique !== name) conversion.lose('names_changed');
    taken.add(unique.toLowerCase());
    return unique;
  });
}
