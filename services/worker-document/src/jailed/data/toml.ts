import { parse, stringify, TomlDate } from 'smol-toml';
import {
  type Conversion,
  isBytes,
  isInt64,
  isList,
  isMap,
  Moment,
  Refused,
  scalarText,
  type Value,
} from './model.js';

/** Reads TOML 1.0. */
export function readToml(text: string, conversion: Conversion): Value {
  if (hasComment(text)) conversion.lose('comments_dropped');
  try {
    return fromToml(
      parse(text, { integersAsBigInt: true, useLegacyDate: true, maxDepth: 100, unsafeKeyBehaviour: 'keep' }),
      conversion,
      0,
    );
  } catch (error) {
    if (error instanceof Refused || !(error instanceof Error)) throw error;
    throw new Refused('corrupt', `it is not TOML: ${error.message.split('\n')[0]}`);
  }
}

function fromToml(value: unknown, conversion: Conversion, depth: number): Value {
  conversion.count(depth);
  if (value instanceof TomlDate) return new Moment(kindOf(value), value.toISOString().replace('.000', ''));
  if (Array.isArray(value)) return value.map((item) => fromToml(item, conversion, depth + 1));
  if (typeof value !== 'object' || value === null) return value as Value;
  const map = new Map<string, Value>();
  for (const [name, item] of Object.entries(value))
    conversion.put(map, name, fromToml(item, conversion, depth + 1));
  return map;
}

function kindOf(date: TomlDate): Moment['kind'] {
  if (date.isDate()) return 'date';
  if (date.isTime()) return 'time';
  return date.isLocal() ? 'local' : 'instant';
}

/** Quotes of TOML's strings, the longer ones first. */
const QUOTES = ['"""', "'''", '"', "'"];

/** Whether there is a number sign outside of strings. */
function hasComment(text: string): boolean {
  const mark = /["'#]/g;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '#') return true;
    const quote = QUOTES.find((each) => text.startsWith(each, found?.index)) ?? '"';
    let end = found.index + quote.length;
    while (end < text.length && !text.startsWith(quote, end))
      end += quote[0] === '"' && text[end] === '\\' ? 2 : 1;
    mark.lastIndex = end + quote.length;
  }
  return false;
}

/** Writes TOML 1.0. It has no null, and its top level is a table. */
export function writeToml(value: Value, conversion: Conversion): string {
  if (!isMap(value)) conversion.lose('nesting_changed');
  const table = isMap(value) ? value : new Map([[isList(value) ? 'items' : 'value', value]]);
  const text = stringify(toToml(table, conversion), { maxDepth: 1_000, numbersAsFloat: true });
  return text.endsWith('\n') ? text : `${text}\n`;
}

function toToml(value: Value, conversion: Conversion): unknown {
  if (isMap(value)) {
    const object: Record<string, unknown> = Object.create(null);
    for (const [name, item] of value)
      if (item !== null) object[name] = toToml(item, conversion);
      else conversion.lose('nulls_dropped');
    return object;
  }
  if (isList(value)) {
    if (value.includes(null)) conversion.lose('nulls_dropped');
    return value.filter((item) => item !== null).map((item) => toToml(item, conversion));
  }
  if (value instanceof Moment) return tomlDate(value);
  if (isBytes(value) || (typeof value === 'bigint' && !isInt64(value))) {
    conversion.lose('value_types_dropped');
    return scalarText(value);
  }
  return value;
}

function tomlDate(moment: Moment): TomlDate | string {
  const date = new TomlDate(moment.text);
  return date.isValid() ? date : moment.text;
}
