import { type DataOptions, isList, isMap, type Value } from './model.js';
import { isListOfMaps } from './tables.js';

/** Data in the form that the user wants: names in order, and rows as lists. */
export function arranged(value: Value, { sortKeys, records }: DataOptions): Value {
  const rows = records === 'arrays' ? asLists(value) : value;
  return sortKeys ? sorted(rows) : rows;
}

/** The records of a list, or of each list in a map, as lists of values below one of their names. */
function asLists(value: Value): Value {
  if (isListOfMaps(value)) {
    const names = [...new Set(value.flatMap((record) => [...record.keys()]))];
    return [names, ...value.map((record) => names.map((name) => record.get(name) ?? null))];
  }
  if (!isMap(value)) return value;
  return new Map([...value].map(([name, item]) => [name, isListOfMaps(item) ? asLists(item) : item]));
}

/** By code points, which is the same order in every language. */
function sorted(value: Value): Value {
  if (isList(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const names = [...value.keys()].sort((a, b) => (a < b ? -1 : 1));
  return new Map(names.map((name) => [name, sorted(value.get(name) ?? null)]));
}
