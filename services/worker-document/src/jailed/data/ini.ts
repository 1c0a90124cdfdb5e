import {
  type Conversion,
  isList,
  isMap,
  isScalar,
  Refused,
  scalarText,
  type Value,
  type ValueMap,
} from './model.js';
import { flatten, isListOfMaps, OUTERMOST, unwrapped } from './tables.js';

/**
 * Reads INI as Python's `configparser` does: sections, `=` or `:`, comments of whole lines, and values that go on in
 * indented lines. All values are text; what stands before the first section is on the top level.
 */
export function readIni(text: string, conversion: Conversion): Value {
  const result = new Map<string, Value>();
  let section = result;
  let last: string | undefined;
  for (const [number, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = raw.trim();
    if (line === '') continue;
    conversion.count(1);
    if (line.startsWith(';') || line.startsWith('#')) {
      conversion.lose('comments_dropped');
    } else if (/^\s/.test(raw) && last !== undefined) {
      section.set(last, `${section.get(last) ?? ''}\n${line}`);
    } else if (line.startsWith('[') && line.endsWith(']')) {
      const name = line.slice(1, -1);
      const known = result.get(name);
      section = isMap(known ?? null) ? (known as Map<string, Value>) : new Map();
      if (section !== known) conversion.put(result, name, section);
      last = undefined;
    } else {
      const at = line.search(/[=:]/);
      if (at === 0) throw new Refused('corrupt', `line ${number + 1} has no name`);
      last = at < 0 ? line : line.slice(0, at).trimEnd();
      conversion.put(section, last, at < 0 ? null : line.slice(at + 1).trimStart());
    }
  }
  return result;
}

/**
 * Writes INI: maps on the top level are sections, and so is each map of a list there; what is nested more deeply gets dotted
 * names.
 */
export function writeIni(value: Value, conversion: Conversion): string {
  // A single map without values of its own, such as the root element of XML, would be the only section.
  const { name: root, content } = unwrapped(
    value,
    (inner) => !isMap(inner) || [...inner.values()].some(isScalar),
  );
  const top = isMap(content) ? content : new Map([[isList(content) ? 'item' : 'value', content]]);
  if (root !== OUTERMOST) conversion.lose('nesting_changed');
  const sections: [string, ValueMap][] = [];
  const entries = new Map<string, Value>();
  for (const [name, item] of top) {
    if (isMap(item)) sections.push([name, item]);
    else if (isListOfMaps(item)) {
      conversion.lose('nesting_changed');
      for (const [index, map] of item.entries()) sections.push([`${name}.${index + 1}`, map]);
    } else entries.set(name, item);
  }
  const lines = entryLines(entries, conversion);
  for (const [name, section] of sections) {
    if (lines.length > 0) lines.push('');
    lines.push(`[${nameOf(name, /[[\]\r\n]/g, conversion)}]`, ...entryLines(section, conversion));
  }
  return `${lines.join('\n')}\n`;
}

const entryLines = (entries: ValueMap, conversion: Conversion): string[] =>
  [...flatten(entries, conversion)].map(([name, item]) => entryOf(name, item, conversion));

function nameOf(name: string, forbidden: RegExp, conversion: Conversion): string {
  const safe =
    name
      .replace(forbidden, '_')
      .trim()
      .replace(/^[;#[]/, '_') || '_';
  if (safe !== name) conversion.lose('names_changed');
  return safe;
}

function entryOf(name: string, value: Value, conversion: Conversion): string {
  const text = isScalar(value) ? scalarText(value) : '';
  if (value !== null && typeof value !== 'string') conversion.lose('value_types_dropped');
  // Lines of a value are trimmed, and empty ones left out, by every reader.
  const lines = text.split(/\r\n?|\n/);
  const kept = lines.map((line) => line.trim()).filter((line, index) => index === 0 || line !== '');
  if (kept.join('\n') !== text) conversion.lose('value_types_dropped');
  const safe = nameOf(name, /[=:\r\n]/g, conversion);
  return value === null ? safe : `${safe} = ${kept.join('\n\t')}`.trimEnd();
}
