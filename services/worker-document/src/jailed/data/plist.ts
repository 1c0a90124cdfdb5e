import {
  type Conversion,
  isBytes,
  isInt64,
  isList,
  isMap,
  Moment,
  numberOf,
  Refused,
  scalarText,
  type Value,
} from './model.js';
import { readBinaryPlist } from './plist-binary.js';
import { readOpenStepPlist } from './plist-openstep.js';
import { escapeXml, parseXml } from './xml.js';

/** Elements that hold text, and the value of it. */
const SCALARS: Readonly<Record<string, (text: string) => Value>> = {
  string: (text) => text,
  integer: (text) => integerOf(text.trim()),
  real: (text) => realOf(text.trim()),
  date: (text) => new Moment('instant', text.trim()),
  data: (text) => Buffer.from(text, 'base64'),
  true: () => true,
  false: () => false,
};

function integerOf(text: string): Value {
  if (/^0x[0-9a-f]{1,16}$/i.test(text)) return BigInt(text);
  if (!/^[-+]?\d+$/.test(text)) throw new Refused('corrupt', 'a property list has a wrong integer');
  return numberOf(text);
}

function realOf(text: string): Value {
  const words: Readonly<Record<string, number>> = {
    nan: Number.NaN,
    inf: Infinity,
    '+inf': Infinity,
    '-inf': -Infinity,
  };
  return words[text.toLowerCase().replace('infinity', 'inf')] ?? Number(text);
}

/** Reads a property list: in XML, binary, or the older text of NeXTSTEP. @see the manual page plist(5) */
export function readPlist(bytes: Buffer, decode: (bytes: Buffer) => string, conversion: Conversion): Value {
  if (bytes.subarray(0, 6).toString('latin1') === 'bplist') return readBinaryPlist(bytes, conversion);
  const content = decode(bytes);
  if (!/^\s*<[^*]/.test(content)) return readOpenStepPlist(content, conversion);
  const levels: { value: Map<string, Value> | Value[]; name: string | undefined }[] = [];
  let result: Value | undefined;
  let text = '';
  const add = (value: Value): void => {
    conversion.count(levels.length);
    const level = levels.at(-1);
    if (!level) result ??= value;
    else if (Array.isArray(level.value)) level.value.push(value);
    else {
      if (level.name === undefined) throw new Refused('corrupt', 'a property list has a value without a key');
      conversion.put(level.value, level.name, value);
      level.name = undefined;
    }
  };
  parseXml(content, {
    comment: () => conversion.lose('comments_dropped'),
    text: (part) => {
      text += part;
    },
    open(name) {
      text = '';
      if (name !== 'dict' && name !== 'array') return;
      const value: Map<string, Value> | Value[] = name === 'dict' ? new Map() : [];
      add(value);
      levels.push({ value, name: undefined });
    },
    close(name) {
      const level = levels.at(-1);
      if (name === 'dict' || name === 'array') levels.pop();
      else if (name === 'key' && level) level.name = text;
      else {
        const scalar = Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined;
        if (scalar) add(scalar(text));
      }
      text = '';
    },
  });
  if (result === undefined) throw new Refused('corrupt', 'the property list is empty');
  return result;
}

const START = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">`;

/** Writes a property list in XML; it has no null, and dates only as whole seconds in UTC. */
export function writePlist(value: Value, conversion: Conversion): string {
  const lines = [START];
  const write = (each: Value, indent: string): void => {
    if (isMap(each)) {
      lines.push(`${indent}<dict>`);
      for (const [name, item] of each) {
        if (item === null) conversion.lose('nulls_dropped');
        else {
          lines.push(`${indent}  <key>${escapeXml(name)}</key>`);
          write(item, `${indent}  `);
        }
      }
      lines.push(`${indent}</dict>`);
    } else if (isList(each)) {
      lines.push(`${indent}<array>`);
      for (const item of each) {
        if (item === null) conversion.lose('nulls_dropped');
        else write(item, `${indent}  `);
      }
      lines.push(`${indent}</array>`);
    } else lines.push(indent + scalarElement(each, conversion));
  };
  write(value, '');
  return `${lines.join('\n')}\n</plist>\n`;
}

const WHOLE_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function scalarElement(value: Exclude<Value, readonly Value[]>, conversion: Conversion): string {
  if (value === true) return '<true/>';
  if (value === false) return '<false/>';
  if (typeof value === 'bigint' && (isInt64(value) || (value > 0n && value < 2n ** 64n)))
    return `<integer>${value}</integer>`;
  if (typeof value === 'number') return `<real>${String(value).replace('Infinity', 'inf')}</real>`;
  if (isBytes(value as Value)) return `<data>${Buffer.from(value as Uint8Array).toString('base64')}</data>`;
  if (value instanceof Moment && value.kind === 'instant') {
    const date = new Date(value.text);
    const text = Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
    if (WHOLE_SECONDS.test(text)) return `<date>${text}</date>`;
  }
  if (typeof value !== 'string' && value !== null) conversion.lose('value_types_dropped');
  if (value === null) conversion.lose('nulls_dropped');
  return `<string>${escapeXml(scalarText(value as null))}</string>`;
}
